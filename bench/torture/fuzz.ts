/**
 * Requests made up from both OpenAPI documents: of every operation, with values that fit, values that
 * nearly fit and values that nobody meant, in paths, queries, headers and bodies.
 *
 * A server is asked that has an invented world. Each answer is one that its operation documents; of 5xx
 * only 503 is, and the process stays the same from the first request to the last.
 */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { messageOf } from '../../src/kernel/errors.js';
import type { Dice, Fault, Outcome } from './fault.js';
import { endOf, MAIN, nodeArguments } from './processes.js';

const UNDER_WAY_MAX = 8;
/** Nothing is asked that takes a server as long, on a busy machine too. */
const ANSWER_MS = 60_000;
const NOW = '2026-03-10T00:00:00Z';
/** Of answers that go on, and of downloads. */
const READ_BYTES_MAX = 64 * 1024;
const VIOLATIONS_MAX = 200;
const OTHER_METHODS = ['HEAD', 'OPTIONS', 'POST', 'PUT', 'DELETE'];
const TARGET_MAX = 8000;
const SERVICES = ['news', 'blog'];

interface Schema {
  type?: string;
  enum?: unknown[];
  const?: unknown;
  pattern?: string;
  format?: string;
  minimum?: number;
  maximum?: number;
  maxLength?: number;
  default?: unknown;
  items?: Schema;
  properties?: { [name: string]: Schema };
  anyOf?: Schema[];
}

interface Operation {
  service: string;
  base: string;
  method: string;
  path: string;
  parameters: { name: string; in: string; schema: Schema }[];
  body: Schema | null;
  /** Those that are documented, such as `200` and `4XX`. */
  statuses: ReadonlySet<string>;
}

interface Asked {
  method: string;
  target: string;
  headers: { [name: string]: string };
  body: string | null;
}

/** What was once a key, a date, a number or a name to somebody, and what never was. */
const ODD = [
  ...['', ' ', '0', '-1', '1e9', '9007199254740993', 'NaN', 'null', 'true', '[]', '{}', '"'],
  ...[
    'constructor',
    '__proto__',
    'toString',
    'hasOwnProperty',
    '../../etc/passwd',
    '..%2f',
    '%',
    '%zz',
  ],
  ...[
    '%00',
    '%ff%fe',
    '\u0000',
    '\ud800',
    '𠮷野家',
    '臺灣',
    'e\u0301',
    '\u202e',
    "' OR 1=1 --",
    '<script>',
  ],
  ...[
    '2026-02-30',
    '0000-01-01',
    '9999-12-31',
    '2026-03-01T25:00:00Z',
    '2026-03-01',
    '-271821-04-20',
  ],
  ...['a,b,,c', '*', '(', '\\', '+', '&', '=', ';', '#', '?', 'x'.repeat(61), 'y'.repeat(5000)],
] as const;

const WORDS = [
  'tea',
  '茶',
  'abc',
  'politics',
  '1',
  '2',
  '17',
  'all',
  'left',
  'daily',
  'article',
] as const;

/** Fewer rounds are a test, for which a small world is enough. */
const FULL_ROUNDS = 10_000;

export const fault: Fault = {
  promise: 'whatever is asked, both services answer, with no 5xx but the 503 that is documented',
  rounds: 200_000,
  async run({ rounds, dice, folder, progress }): Promise<Outcome> {
    const outcome: Outcome = { rounds: 0, violations: [], figures: {} };
    const server = await started(folder, rounds < FULL_ROUNDS ? 20 : 120);
    try {
      const operations = (
        await Promise.all(server.bases.map((base, at) => operationsOf(base, SERVICES[at]!)))
      ).flat();
      outcome.figures.operations = operations.length;
      const agent = new Agent({ keepAlive: true, maxSockets: UNDER_WAY_MAX });
      const one = async (): Promise<void> => {
        while (outcome.rounds < rounds && outcome.violations.length < VIOLATIONS_MAX) {
          outcome.rounds += 1;
          await ask(pick(operations, dice), dice, agent, outcome);
          progress(`${outcome.rounds} of ${rounds} requests`);
        }
      };
      await Promise.all(Array.from({ length: UNDER_WAY_MAX }, one));
      agent.destroy();
      if (server.process.exitCode !== null) outcome.violations.push('the server has ended');
    } finally {
      server.process.kill('SIGTERM');
      await endOf(server.process);
    }
    return outcome;
  },
};

async function ask(
  operation: Operation,
  dice: Dice,
  agent: Agent,
  outcome: Outcome,
): Promise<void> {
  const { service, base, path, statuses } = operation;
  const asked = askedOf(operation, dice);
  const shown = `${service} ${asked.method} ${asked.target.slice(0, 200)} ${asked.body?.slice(0, 200) ?? ''}`;
  try {
    const status = await statusOf(base, asked, agent);
    const figure = `${service} ${Math.floor(status / 100)}xx${status === 503 ? ' (503)' : ''}`;
    outcome.figures[figure] = (outcome.figures[figure] ?? 0) + 1;
    const isDocumented = statuses.has(String(status)) && status < 500;
    // A path of odd values may be another route, or none; a method may be none of this path.
    const isRefusal = status >= 300 && status < 500;
    const isBusy = status === 503 && statuses.has('503');
    if (!isDocumented && !isRefusal && !isBusy)
      outcome.violations.push(`${status} for ${shown} (${path})`);
  } catch (error) {
    outcome.violations.push(`${messageOf(error)} for ${shown}`);
  }
}

/** Sends a request, and reads what is enough of its answer. */
function statusOf(
  base: string,
  { method, target, headers, body }: Asked,
  agent: Agent,
): Promise<number> {
  const { hostname, port } = new URL(base);
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, method, path: target, headers, agent }, (response) => {
      let bytes = 0;
      const { statusCode = 0 } = response;
      const isEndless = response.headers['content-type']?.startsWith('text/event-stream');
      const settle = (): void => {
        clearTimeout(timer);
        resolve(statusCode);
      };
      response.on('data', (chunk: Buffer) => {
        bytes += chunk.length;
        if (isEndless || bytes > READ_BYTES_MAX) response.destroy();
      });
      response.on('end', settle);
      response.on('close', settle);
      if (isEndless) response.destroy();
    });
    const timer = setTimeout(() => sent.destroy(new Error('no answer in a minute')), ANSWER_MS);
    sent.on('error', (error) => {
      clearTimeout(timer);
      reject(error);
    });
    sent.end(body);
  });
}

function askedOf(operation: Operation, dice: Dice): Asked {
  const { parameters, body } = operation;
  const query: string[] = [];
  const headers: Asked['headers'] = {
    'x-forwarded-for': `198.51.${dice(256)}.${dice(256)}`,
  };
  let { path } = operation;
  for (const { name, in: place, schema } of parameters) {
    const text = textOf(valueFor(schema, dice));
    if (place === 'path')
      path = path.replace(`{${name}}`, dice(10) === 0 ? rawOf(text) : escaped(text));
    else if (place === 'query' && dice(3) === 0)
      query.push(`${name}=${dice(10) === 0 ? rawOf(text) : escaped(text)}`);
    else if (place === 'header' && dice(3) === 0) headers[name] = headerOf(text);
  }
  if (dice(20) === 0) query.push(`${escaped(pick(ODD, dice))}=${escaped(pick(ODD, dice))}`);
  if (dice(20) === 0 && query.length > 0) query.push(pick(query, dice));
  if (dice(10) === 0) headers['if-none-match'] = headerOf(pick(ODD, dice));
  if (dice(10) === 0)
    headers.accept = pick(['text/html', 'application/json', '*/*', ';q=', ''], dice);
  if (dice(20) === 0) headers['x-api-key'] = headerOf(pick(ODD, dice)) || 'none';
  const target = query.length === 0 ? path : `${path}?${query.join('&')}`;
  // Where a head is too long to be read, no server knows that it was to answer without a body.
  const others = target.length > TARGET_MAX ? OTHER_METHODS.slice(1) : OTHER_METHODS;
  const method = dice(30) === 0 ? pick(others, dice) : operation.method;
  if (body === null) return { method, target, headers, body: null };
  headers['content-type'] =
    dice(20) === 0
      ? pick(['text/plain', 'application/json; charset=x', ''], dice)
      : 'application/json';
  const text = bodyOf(body, dice);
  // Node.js does not say it for every method, and what follows would be another request.
  headers['content-length'] = String(Buffer.byteLength(text));
  return { method, target, headers, body: text };
}

function bodyOf(schema: Schema, dice: Dice): string {
  const text = JSON.stringify(valueFor(schema, dice)) ?? '';
  if (dice(15) === 0) return text.slice(0, dice(text.length + 1));
  if (dice(30) === 0) return '['.repeat(dice(20_000));
  return dice(30) === 0 ? textOf(pick(ODD, dice)) : text;
}

/** A value for a schema, which fits it more often than not. */
function valueFor(schema: Schema, dice: Dice, depth = 0): unknown {
  if (dice(5) === 0 || depth > 4) return pick(ODD, dice);
  const { enum: choices, anyOf, type, items, properties, minimum = 0, maximum = 1000 } = schema;
  if (choices !== undefined && choices.length > 0) return pick(choices, dice);
  if (anyOf !== undefined && anyOf.length > 0) return valueFor(pick(anyOf, dice), dice, depth + 1);
  if (schema.default !== undefined && dice(3) === 0) return schema.default;
  if (type === 'integer' || type === 'number') {
    return [
      minimum,
      maximum,
      minimum - 1,
      maximum + 1,
      minimum + dice(Math.max(1, Math.min(1000, maximum - minimum))),
    ][dice(5)];
  }
  if (type === 'boolean') return dice(2) === 0;
  if (type === 'array')
    return Array.from({ length: dice(4) }, () => valueFor(items ?? {}, dice, depth + 1));
  if (type === 'object' || properties !== undefined) {
    const all = Object.entries(properties ?? {}).filter(() => dice(6) !== 0);
    return Object.fromEntries(all.map(([name, one]) => [name, valueFor(one, dice, depth + 1)]));
  }
  return schema.format === 'date' ? `2026-0${1 + dice(9)}-${10 + dice(22)}` : textFor(schema, dice);
}

function textFor({ format, maxLength = 40 }: Schema, dice: Dice): string {
  if (format === 'date-time') return new Date(dice(2_000_000_000) * 1000).toISOString();
  if (dice(10) === 0) return '長'.repeat(maxLength + dice(3) - 1);
  const words = Array.from({ length: 1 + dice(3) }, () => pick(WORDS, dice));
  return words.join(pick([' ', ',', '-', ''], dice));
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
}

/** Escaped as it should be, where it can be. */
function escaped(text: string): string {
  return /[\ud800-\udfff]/u.test(text) ? '%ED%A0%80' : encodeURIComponent(text);
}

/** As somebody sends it who escapes nothing; only what Node.js sends at all. */
function rawOf(text: string): string {
  return text.replace(/[^\x21-\x7e]/g, '');
}

function headerOf(text: string): string {
  return text.replace(/[^\x20-\x7e]/g, '').slice(0, 1000);
}

function pick<T>(list: readonly T[], dice: Dice): T {
  return list[dice(list.length)]!;
}

async function operationsOf(base: string, service: string): Promise<Operation[]> {
  const document = (await (await fetch(`${base}/api/v1/openapi.json`)).json()) as {
    paths: { [path: string]: { [method: string]: Described } };
    components?: { schemas?: { [name: string]: Schema } };
  };
  const resolved = (schema: Schema & { $ref?: string }): Schema =>
    schema.$ref === undefined
      ? schema
      : document.components!.schemas![schema.$ref.split('/').at(-1)!]!;
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, described]) => described.responses !== undefined)
      .map(([method, { parameters = [], requestBody, responses }]) => ({
        ...{ service, base, path },
        parameters: parameters.map((one) => ({ ...one, schema: resolved(one.schema) })),
        method: method.toUpperCase(),
        body:
          requestBody === undefined
            ? null
            : resolved(Object.values(requestBody.content)[0]!.schema),
        statuses: new Set(Object.keys(responses)),
      })),
  );
}

interface Described {
  parameters?: Operation['parameters'];
  requestBody?: { content: { [type: string]: { schema: Schema } } };
  responses: object;
}

/** A server with an invented world of so many articles a day, and the bases of its two services. */
async function started(
  folder: string,
  perDay: number,
): Promise<{ process: ChildProcess; bases: string[] }> {
  const [data, records] = [join(folder, 'store'), join(folder, 'records.ndjson')];
  const world = [
    '--days',
    '2',
    '--media',
    '8',
    '--per-day',
    String(perDay),
    '--blogs',
    '8',
    '--end',
    NOW,
  ];
  for (const line of [
    ['generate', ...world, '--out', records],
    ['ingest', records, '--data', data, '--replay', '--log-level', 'error'],
  ]) {
    const { status, stderr } = spawnSync(globalThis.process.execPath, [
      ...nodeArguments,
      MAIN,
      ...line,
    ]);
    if (status !== 0) throw new Error(`${line.join(' ')}: ${stderr}`);
  }
  const ports = ['--news-port', '0', '--blog-port', '0', '--admin-port', '0'];
  const limits = ['news', 'blog-anonymous'].flatMap((name) => [`--rate-limit-${name}`, '9999999']);
  const clock = ['--clock', `frozen:${NOW}`];
  const rest = ['--trusted-proxies', '127.0.0.1', '--log-level', 'error'];
  const process = spawn(
    globalThis.process.execPath,
    [...nodeArguments, MAIN, 'serve', '--data', data, ...clock, ...ports, ...limits, ...rest],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  const bases: string[] = [];
  for await (const line of createInterface({ input: process.stdout! })) {
    const base = /^(?:news|blog|metrics).* (http:\/\/[\d.:]+)/.exec(line)?.[1];
    if (base !== undefined) bases.push(base);
    if (bases.length === 3) break;
  }
  const [admin] = bases.splice(2);
  if (admin === undefined) throw new Error('the server did not start');
  process.stdout!.resume();
  while ((await fetch(`${admin}/readyz`)).status !== 200) await sleep(100);
  return { process, bases };
}
