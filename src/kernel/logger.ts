/**
 * Structured logs. Modules take a `Logger`; only the start of the process or of a thread makes one.
 *
 *   json    {"level":"info","time":"2026-03-31T16:00:00.000Z","name":"tagwire","articles":12,"msg":"…"}
 *   pretty  2026-03-31T16:00:00.000Z info  tagwire: …  articles=12
 *
 * Not in logs: API keys, cursors, addresses of callers, texts of articles.
 */
import { createRequire } from 'node:module';
import { isatty } from 'node:tty';
import type { DestinationStream, LogFn, pino as Pino, Logger as PinoLogger } from 'pino';
import { LOG_LEVELS, type LogFormat, type LogLevel } from './config.js';

export type Logger = Pick<PinoLogger, 'debug' | 'info' | 'warn' | 'error'>;

export interface LogSettings {
  logLevel: LogLevel;
  logFormat?: LogFormat;
}

const nothing = (): void => {};

const STANDARD_ERROR = 2;
const LEVEL_WIDTH = 5;

/** A logger that writes lines to standard error. Its first line loads the library. */
export function createLogger(settings: LogSettings, name: string): Logger {
  let made: PinoLogger | null = null;
  const methodOf = (level: keyof Logger): LogFn => {
    const isTold = LOG_LEVELS.indexOf(level) >= LOG_LEVELS.indexOf(settings.logLevel);
    if (!isTold) return nothing;
    return (...told: unknown[]): void => {
      made ??= pinoOf(settings, name);
      Reflect.apply(made[level], made, told);
    };
  };
  return {
    debug: methodOf('debug'),
    info: methodOf('info'),
    warn: methodOf('warn'),
    error: methodOf('error'),
  };
}

function pinoOf({ logLevel, logFormat = 'auto' }: LogSettings, name: string): PinoLogger {
  const { pino } = createRequire(import.meta.url)('pino') as { pino: typeof Pino };
  const output = pino.destination({ fd: STANDARD_ERROR, sync: true });
  const isPretty = logFormat === 'pretty' || (logFormat === 'auto' && isatty(STANDARD_ERROR));
  const target: DestinationStream = isPretty
    ? { write: (line) => output.write(prettyLine(line)) }
    : output;
  return pino(
    {
      level: logLevel,
      name,
      base: { name },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
    },
    target,
  );
}

/** A line of JSON for people: time, level, name and message, then the other fields. */
export function prettyLine(json: string): string {
  const { time, level, name, msg, err, ...fields } = JSON.parse(json) as {
    [field: string]: unknown;
  };
  const rest = Object.entries(fields).map(([field, value]) => `${field}=${shown(value)}`);
  const head = `${time} ${String(level).padEnd(LEVEL_WIDTH)} ${name}: ${msg ?? ''}`;
  const { stack } = (err ?? {}) as { stack?: unknown };
  const trace = typeof stack === 'string' ? `\n${stack}` : '';
  return `${[head.trimEnd(), ...rest].join('  ')}${trace}\n`;
}

function shown(value: unknown): string {
  return typeof value === 'string' && /^\S+$/.test(value) ? value : JSON.stringify(value);
}

/** A logger that writes nothing, for tests and benchmarks. */
export const silentLogger: Logger = {
  debug: nothing,
  info: nothing,
  warn: nothing,
  error: nothing,
};
