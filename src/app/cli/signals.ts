/**
 * What the process does at signals: SIGINT and SIGTERM stop it, a second one at once; SIGHUP reads
 * files again. A process that npm runs stops when npm is gone: who kills `npm start` or `npx` means
 * the server.
 */
import { readFileSync } from 'node:fs';
import { isRunByNpm } from './config-file.js';

const LOOK_MS = 1000;

export interface SignalActions {
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
  const watch = isRunByNpm() ? setInterval(onOrphaned, LOOK_MS) : null;
  watch?.unref();
  return () => {
    if (watch !== null) clearInterval(watch);
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
  isAsked = false;
  /** Resolves at the first signal to stop. */
  readonly asked: Promise<void>;
  /** What SIGHUP does; nothing until it is set. */
  reload: () => void = () => undefined;

  constructor() {
    this.asked = new Promise((resolve) => {
      const stop = (): void => {
        this.isAsked = true;
        process.stderr.write('closing; a second signal ends the process at once\n');
        resolve();
      };
      onSignals({ stop, reload: () => this.reload() });
    });
  }
}
