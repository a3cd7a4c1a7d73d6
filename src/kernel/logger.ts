/**
 * Structured logs. Rooms take a `Logger`; only the start of the process makes one.
 */
import { type Logger as PinoLogger, pino } from 'pino';

export type Logger = Pick<PinoLogger, 'debug' | 'info' | 'warn' | 'error'>;

export const LOG_LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** A logger that writes JSON lines to standard error. */
export function createLogger(level: LogLevel, name: string): Logger {
  return pino({ level, name, base: { name } }, pino.destination({ fd: 2, sync: true }));
}

const nothing = (): void => {};

/** A logger that says nothing, for tests and benchmarks. */
export const silentLogger: Logger = {
  debug: nothing,
  info: nothing,
  warn: nothing,
  error: nothing,
};
