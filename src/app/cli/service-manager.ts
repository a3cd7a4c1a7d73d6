/**
 * Tells systemd that the server is ready, and that it still runs.
 *
 *   server ── a line ──► sh ── systemd-notify ──► systemd
 *
 * Node.js has no datagram sockets of the file system, so `systemd-notify` sends; a small shell started
 * once starts it, because starting a process from a large one holds the front for milliseconds. The
 * watchdog is fed from the front's own thread: when that is stuck, nothing is sent.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import type { Logger } from '../../kernel/logger.js';

/** Ends when its input does, so with the server, however that ends. */
const SCRIPT = 'while read -r line; do systemd-notify "$line" || exit 1; done';
/** Twice in the time that systemd waits, as its manual advises. */
const FEEDS = 2;
const MICROS = 1000;

export interface ServiceManager {
  ready(): void;
  stopping(): void;
}

const none: ServiceManager = { ready: () => undefined, stopping: () => undefined };

/** The service manager of the process, where there is one; `environment` says so. */
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
      if (timer !== null) clearInterval(timer);
      shell.stdin?.end();
    },
  };
}

function feed(shell: ChildProcess, watchdogMs: number): NodeJS.Timeout | null {
  if (!(watchdogMs > 0)) return null;
  return setInterval(() => say(shell, 'WATCHDOG=1'), watchdogMs / FEEDS).unref();
}

function say(shell: ChildProcess, line: string): void {
  const { stdin } = shell;
  if (stdin === null || stdin.destroyed) return;
  stdin.once('error', () => undefined);
  stdin.write(`${line}\n`);
  (stdin as unknown as { unref?(): void }).unref?.();
}
