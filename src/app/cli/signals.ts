/**
 * Signals to the process, and its notifications to systemd.
 *
 * SIGINT and SIGTERM stop it, a second one at once; SIGHUP reads files again. A process that npm runs stops
 * when npm is gone, because a user who kills `npm start` or `npx` means the server.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import type { Logger } from '../../kernel/logger.js';
import { isRunByNpm } from './config-file.js';

const LOOK_MS = 1000;

interface SignalActions {
  stop(): void;
  reload?(): void;
}

/** @returns how to listen no more. */
export function onSignals({ stop, reload }: SignalActions): () => void {
  let isStopping = false;
  const onStop = (): void => {
    if (isStopping) process.exit(1);
    isStopping = true;
    stop();
  };
  const onReload = (): void => reload?.();
  process.on('SIGINT', onStop);
  process.on('SIGTERM', onStop);
  if (reload !== undefined) process.on('SIGHUP', onReload);
  const before = ancestors();
  const onOrphaned = (): void => {
    if (ancestors() !== before && !isStopping) onStop();
  };
  const watch = isRunByNpm() ? setInterval(onOrphaned, LOOK_MS).unref() : undefined;
  return () => {
    clearInterval(watch);
    process.off('SIGINT', onStop);
    process.off('SIGTERM', onStop);
    process.off('SIGHUP', onReload);
  };
}

/** The process's parent and its parent: npm starts what it runs by way of a shell. */
function ancestors(): string {
  try {
    const status = readFileSync(`/proc/${process.ppid}/stat`, 'utf8');
    return `${process.ppid} ${status.slice(status.lastIndexOf(')')).split(' ')[2]}`;
  } catch {
    // Where the system tells nothing of other processes, or the parent has just gone.
    return String(process.ppid);
  }
}

/** Listens from the beginning on, so that a signal that comes while a server starts counts too. */
export class StopRequest {
  /** Resolves at the first signal to stop. */
  readonly asked: Promise<void>;
  /** What SIGHUP does; nothing until it is set. */
  reload: () => void = () => undefined;

  constructor() {
    this.asked = new Promise((resolve) => {
      const stop = (): void => {
        process.stderr.write('closing; a second signal ends the process at once\n');
        resolve();
      };
      onSignals({ stop, reload: () => this.reload() });
    });
  }
}

/** Ends when its input does, so with the server, however that ends. */
const SCRIPT = 'while read -r line; do systemd-notify "$line" || exit 1; done';
/** Twice in the time that systemd waits, as its manual advises. */
const FEEDS = 2;
const MICROS = 1000;

interface ServiceManager {
  ready(): void;
  stopping(): void;
}

const none: ServiceManager = { ready: () => undefined, stopping: () => undefined };

/**
 * Tells systemd that the server is ready, and that it still runs.
 *
 *   server ── a line ──► sh ── systemd-notify ──► systemd
 *
 * Node.js has no datagram sockets of the file system, so `systemd-notify` sends; a small shell started
 * once starts it, because starting a process from a large one holds the front for milliseconds. The
 * watchdog is fed from the front's own thread: when that is stuck, nothing is sent.
 *
 * @param environment names systemd's socket where systemd runs the process.
 */
export function serviceManager(
  environment: { readonly [variable: string]: string | undefined },
  logger: Logger,
): ServiceManager {
  if (environment.NOTIFY_SOCKET === undefined) return none;
  const shell = spawn('/bin/sh', ['-c', SCRIPT], { stdio: ['pipe', 'ignore', 'inherit'] });
  const fail = (): void => logger.warn('systemd-notify does not work: systemd gets no messages');
  shell.on('error', fail);
  shell.on('exit', (code) => {
    if (code !== 0 && code !== null) fail();
  });
  shell.unref();
  // While the server stops, systemd has another limit for the time it takes.
  const timer = feed(shell, Number(environment.WATCHDOG_USEC ?? 0) / MICROS);
  return {
    ready: () => say(shell, 'READY=1'),
    stopping: () => {
      say(shell, 'STOPPING=1');
      clearInterval(timer);
      shell.stdin?.end();
    },
  };
}

function feed(shell: ChildProcess, watchdogMs: number): NodeJS.Timeout | undefined {
  if (!(watchdogMs > 0)) return undefined;
  return setInterval(() => say(shell, 'WATCHDOG=1'), watchdogMs / FEEDS).unref();
}

function say(shell: ChildProcess, line: string): void {
  const { stdin } = shell;
  if (stdin === null || stdin.destroyed) return;
  stdin.once('error', () => undefined);
  stdin.write(`${line}\n`);
  (stdin as unknown as { unref?(): void }).unref?.();
}
