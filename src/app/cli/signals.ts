/**
 * Signals to the process, and its notifications to systemd.
 *
 * SIGINT and SIGTERM stop the process, a second one at once; SIGHUP reads files again. A process that npm runs
 * stops when npm has ended, because a user who kills `npm start` or `npx` means the server.
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

/** @returns a function that stops listening. */
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

/** The process's parent and grandparent: npm starts programs through a shell. */
function ancestors(): string {
  try {
    const status = readFileSync(`/proc/${process.ppid}/stat`, 'utf8');
    return `${process.ppid} ${status.slice(status.lastIndexOf(')')).split(' ')[2]}`;
  } catch {
    // The system does not show other processes, or the parent has just ended.
    return String(process.ppid);
  }
}

/** Listens from its creation on, so that a signal during the start of a server counts too. */
export class StopRequest {
  /** Resolves at the first signal to stop. */
  readonly asked: Promise<void>;
  /** The action of SIGHUP; none until it is set. */
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

/** The shell ends when its input ends, and so with the server, however the server ends. */
const SCRIPT = 'while read -r line; do systemd-notify "$line" || exit 1; done';
/** Watchdog messages within the time that systemd waits: two, as its manual advises. */
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
 * Node.js has no Unix datagram sockets, so `systemd-notify` sends the messages. A small shell starts that
 * program, because starting a process from a large one blocks the main thread for milliseconds. The
 * watchdog messages come from the main thread: when it is blocked, none is sent.
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
  // While the server stops, systemd has another time limit.
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
