/** Progress of long commands: a bar on a terminal, or else a plain line every few seconds. */
import cliProgress from 'cli-progress';
import type { Monotonic } from '../../kernel/clock.js';

const LINE_EVERY_MS = 5000;

export interface Progress {
  /** A `total` of 0 means that it is not known. */
  update(done: number, total: number, records: number): void;
  stop(): void;
}

/** Writes to standard error, so that results can be piped. */
export function createProgress(label: string, monotonic: Monotonic): Progress {
  return process.stderr.isTTY ? barProgress(label) : lineProgress(label, monotonic);
}

function barProgress(label: string): Progress {
  const bar = new cliProgress.SingleBar({
    format: `${label} {bar} {percentage}% | {records} records | {eta_formatted} left`,
    stream: process.stderr,
    hideCursor: true,
    clearOnComplete: false,
  });
  let isStarted = false;
  return {
    update: (done, total, records) => {
      if (!isStarted) bar.start(total, 0, { records: 0 });
      isStarted = true;
      bar.setTotal(Math.max(total, done));
      bar.update(done, { records: records.toLocaleString('en') });
    },
    stop: () => {
      if (isStarted) bar.stop();
    },
  };
}

function lineProgress(label: string, monotonic: Monotonic): Progress {
  let nextMs = monotonic.nowMs() + LINE_EVERY_MS;
  return {
    update: (done, total, records) => {
      if (monotonic.nowMs() < nextMs) return;
      nextMs = monotonic.nowMs() + LINE_EVERY_MS;
      const share = total === 0 ? '' : ` ${Math.floor((100 * done) / total)}%,`;
      process.stderr.write(`${label}:${share} ${records} records\n`);
    },
    stop: () => undefined,
  };
}
