/**
 * The options of the process: one table gives flags, environment variables, config keys, defaults
 * and their descriptions.
 *
 * A flag wins over the environment, the environment over the config file, the file over the default.
 * Not here: reading argv, environment or files (cli/).
 */
import { TagwireError } from './errors.js';
import { meant, nearestOf } from './words.js';

/** Levels of the log, ascending. */
export const LOG_LEVELS = ['debug', 'info', 'warn', 'error', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** `auto` is pretty on a terminal. */
const LOG_FORMATS = ['auto', 'pretty', 'json'] as const;
export type LogFormat = (typeof LOG_FORMATS)[number];

export interface Config {
  data: string;
  host: string;
  blogPort: number;
  newsPort: number;
  adminHost: string;
  adminPort: number;
  blogPublicUrl: string;
  newsPublicUrl: string;
  clock: string;
  crawl: boolean;
  sources: string;
  crawlAllow: string[];
  webhookAllow: string[];
  mcpOrigins: string[];
  adminNames: string[];
  crawlContact: string;
  crawlGapMs: number;
  crawlThreads: number;
  websubPublicUrl: string;
  websubPort: number;
  websubHub: string;
  trustedProxies: string[];
  rateLimitBlogAnonymous: number;
  rateLimitBlogKey: number;
  rateLimitNews: number;
  rateLimitShared: boolean;
  smtpUrl: string;
  smtpFrom: string;
  signUp: boolean;
  rateLimitPages: number;
  streamsPerAddress: number;
  httpServer: HttpServerKind;
  logLevel: LogLevel;
  logFormat: LogFormat;
  log: string;
  nodeName: string;
  nodeHost: string;
  nodePort: number;
  nodePublicUrl: string;
  nodeLagMax: number;
  follow: string[];
  followSeconds: number;
  accessLog: boolean;
}

/** Implementations of the HTTP server; `auto` is uWebSockets.js where a binary fits. */
const HTTP_SERVERS = ['auto', 'uws', 'node'] as const;
export type HttpServerKind = (typeof HTTP_SERVERS)[number];

type Kind =
  | 'text'
  | 'folder'
  | 'address'
  | 'port'
  | 'count'
  | 'flag'
  | 'list'
  | 'addresses'
  | 'level'
  | 'format'
  | 'server'
  | 'smtp';

interface OptionSpec {
  name: keyof Config;
  kind: Kind;
  /** Key in the config file; a dot stands for a table. */
  key: string;
  fallback: string;
  describes: string;
}

/** Options that live in a table of the config file. */
const TABLE_KEYS: { readonly [name: string]: string } = {
  rateLimitBlogAnonymous: 'rateLimit.blogAnonymous',
  rateLimitBlogKey: 'rateLimit.blogKey',
  rateLimitNews: 'rateLimit.news',
  rateLimitPages: 'rateLimit.pages',
  rateLimitShared: 'rateLimit.shared',
};

export const OPTIONS: readonly OptionSpec[] = [
  option('data', 'folder', 'tagwire-data', 'folder of the store'),
  option('host', 'text', '127.0.0.1', 'address to listen on'),
  option('blogPort', 'port', '8801', 'port of the blog service'),
  option('newsPort', 'port', '8802', 'port of the news service'),
  option(
    'adminHost',
    'text',
    '127.0.0.1',
    'address of the admin port; every client that reaches it may read the metrics',
  ),
  option('adminPort', 'port', '8803', 'port of /metrics, /livez, /readyz and POST /ingest'),
  option('blogPublicUrl', 'address', '', 'address of the blog service as callers know it'),
  option('newsPublicUrl', 'address', '', 'address of the news service as callers know it'),
  option('clock', 'text', 'system', 'system, from:ISO or frozen:ISO'),
  option('crawl', 'flag', 'false', 'run the crawler as well'),
  option('sources', 'text', '', 'list of media and blogs; sources.toml of the store by default'),
  option('crawlAllow', 'list', '', 'private ranges that the crawler may connect to'),
  option('webhookAllow', 'list', '', 'private ranges that webhooks of users may post to'),
  option('mcpOrigins', 'list', '', 'origins beside the own ones whose pages may use /mcp'),
  option(
    'adminNames',
    'list',
    '',
    'host names with a dot under which clients reach the admin port',
  ),
  option('crawlContact', 'text', '', 'address or page named in the user agent, for site owners'),
  option('crawlGapMs', 'count', '1000', 'milliseconds between two requests to a host'),
  option('crawlThreads', 'count', '1', 'threads that read pages'),
  option('websubPublicUrl', 'address', '', 'address under which hubs reach the port of WebSub'),
  option(
    'websubPort',
    'port',
    '8804',
    'port on which hubs are answered, where websubPublicUrl is set',
  ),
  option(
    'websubHub',
    'address',
    '',
    'WebSub hub that is informed when feeds change, and that feeds name',
  ),
  option('trustedProxies', 'list', '', 'addresses or CIDR ranges whose X-Forwarded-For counts'),
  option('rateLimitBlogAnonymous', 'count', '60', 'blog requests per minute and address'),
  option('rateLimitBlogKey', 'count', '1000', 'blog requests per minute and API key'),
  option('rateLimitNews', 'count', '240', 'news requests per minute and address'),
  option('rateLimitShared', 'flag', 'false', 'nodes of a shared log count requests together'),
  option(
    'smtpUrl',
    'smtp',
    '',
    'mail server for sign-in links; none: the command line prints them',
  ),
  option('smtpFrom', 'text', '', 'address that sign-in mails come from'),
  option('signUp', 'flag', 'false', 'everybody with a mailbox may become a user'),
  option('rateLimitPages', 'count', '240', 'pages per minute and address, of each service'),
  option('streamsPerAddress', 'count', '16', 'streams of changes that one address may hold'),
  option('httpServer', 'server', 'auto', 'uws, node, or auto: uws where its binary fits'),
  option('logLevel', 'level', 'info', LOG_LEVELS.join(', ')),
  option('logFormat', 'format', 'auto', 'pretty, json, or auto: pretty on a terminal'),
  option(
    'log',
    'text',
    'local',
    'local, or the log that several nodes share: jetstream://host:port/name',
  ),
  option('nodeName', 'text', '', 'name of this node of a shared log; the host name by default'),
  option(
    'nodeHost',
    'text',
    '127.0.0.1',
    'address on which other nodes of a shared log are answered',
  ),
  option('nodePort', 'port', '8805', 'port on which other nodes of a shared log are answered'),
  option('nodePublicUrl', 'address', '', 'address under which other nodes reach nodePort'),
  option('nodeLagMax', 'count', '5000', 'entries that a node may be behind and still be ready'),
  option(
    'follow',
    'addresses',
    '',
    'addresses of the services of another Tagwire, of which this one keeps a read-only copy',
  ),
  option(
    'followSeconds',
    'count',
    '10',
    'seconds between two requests to a followed service that has no stream',
  ),
  option('accessLog', 'flag', 'false', 'log each request; at level debug they are logged anyway'),
];

const KEYS: readonly string[] = OPTIONS.map(({ key }) => key);
/** Tables of the config file; kernel/place.ts and kernel/outlet-set.ts read the first two. */
const TABLES: readonly string[] = [
  'place',
  'sets',
  ...new Set(KEYS.filter((key) => key.includes('.')).map((key) => key.split('.')[0]!)),
];

function option(name: keyof Config, kind: Kind, fallback: string, describes: string): OptionSpec {
  return { name, kind, key: TABLE_KEYS[name] ?? name, fallback, describes };
}

/** `newsPort` → `--news-port`. */
export function flagOf(name: string): string {
  return `--${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

/** `newsPort` → `TAGWIRE_NEWS_PORT`. */
export function variableOf(name: string): string {
  return `TAGWIRE_${name.replace(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()}`;
}

/** The sources of values, the first wins: flags, environment, file, defaults. */
export interface ConfigSources {
  flags: { readonly [name: string]: unknown };
  environment: { readonly [variable: string]: string | undefined };
  file: { readonly [key: string]: unknown };
  /** Where that file lies; errors name it. */
  path?: string | null;
  /** Defaults that depend on where the process runs. */
  fallbacks?: { readonly [name: string]: string };
}

/**
 * The options of a process.
 * @throws TagwireError CONFIG_INVALID for a value that cannot be read, or a key that is unknown.
 */
export function resolveConfig(sources: ConfigSources): Config {
  const { flags, environment, file, path = null, fallbacks = {} } = sources;
  const known = flatten(file);
  const within = path === null ? '' : ` of ${path}`;
  const values: { [name: string]: unknown } = {};
  for (const spec of OPTIONS) {
    const { name, key, fallback } = spec;
    const variable = variableOf(name);
    const [value, origin] =
      flags[name] !== undefined
        ? [flags[name], flagOf(name)]
        : environment[variable] !== undefined
          ? [environment[variable], variable]
          : known.has(key)
            ? [known.get(key), `config key ${key}${within}`]
            : [fallbacks[name] ?? fallback, name];
    known.delete(key);
    values[name] = read(spec, value, origin);
  }
  const [unknown] = known.keys();
  if (unknown !== undefined) throw unknownKey(unknown, within);
  return values as unknown as Config;
}

/** The message names the table when the table is unknown, and the key or table that was probably meant. */
function unknownKey(key: string, within: string): TagwireError {
  const [table] = key.split('.') as [string];
  const isTable = key.includes('.') && !TABLES.includes(table);
  const [what, words] = isTable ? [`table [${table}]`, TABLES] : [`key ${key}`, KEYS];
  const name = isTable ? table : key;
  return new TagwireError(
    'CONFIG_INVALID',
    `config ${what}${within} is not known${meant(name, words)}`,
  );
}

const PREFIX = 'TAGWIRE_';

/** Variables that tests, benchmarks and fault programs read; the product reads none of them. */
const OTHER_VARIABLES = /^TAGWIRE_(TEST|BENCH|TORTURE|KILL|BACKUP|ALL)_/;

/**
 * Warnings about variables that begin with `TAGWIRE_` and are not known, each with the most similar known
 * name. They are no errors, because other programs may use such names.
 */
export function unknownVariables(
  environment: ConfigSources['environment'],
  others: readonly string[],
): string[] {
  const known = [...OPTIONS.map(({ name }) => variableOf(name)), ...others];
  // The common prefix is left out of the comparison.
  const endings = known.map((name) => name.slice(PREFIX.length));
  return Object.keys(environment)
    .filter((name) => name.startsWith(PREFIX) && !known.includes(name))
    .filter((name) => !OTHER_VARIABLES.test(name))
    .map((name) => {
      const nearest = nearestOf(name.slice(PREFIX.length), endings);
      const hint = nearest === null ? '' : `; did you mean ${PREFIX}${nearest}?`;
      return `environment variable ${name} is not known${hint}`;
    });
}

function flatten(file: { readonly [key: string]: unknown }): Map<string, unknown> {
  const flat = new Map<string, unknown>();
  for (const [key, value] of Object.entries(file)) {
    const isTable = typeof value === 'object' && value !== null && !Array.isArray(value);
    if (!isTable) flat.set(key, value);
    // An unknown table is reported even when it is empty.
    else if (Object.keys(value).length === 0 && !TABLES.includes(key)) flat.set(`${key}.`, null);
    else for (const [inner, leaf] of Object.entries(value)) flat.set(`${key}.${inner}`, leaf);
  }
  return flat;
}

function read({ kind }: OptionSpec, value: unknown, origin: string): unknown {
  const text = Array.isArray(value) ? value.join(',') : String(value).trim();
  const fail = (expected: string): never => {
    throw new TagwireError('CONFIG_INVALID', `${origin}: expected ${expected}, got "${text}"`);
  };
  switch (kind) {
    case 'text':
      return text;
    case 'folder':
      return text === '' ? fail('the path of a folder') : text;
    case 'address':
      return text === '' || isAddress(text) ? text : fail(ADDRESS_RULE);
    case 'list':
      return partsOf(text);
    case 'addresses': {
      const parts = partsOf(text);
      return parts.every(isAddress) ? parts : fail(`addresses, each ${ADDRESS_RULE}`);
    }
    case 'flag':
      if (/^(true|1|yes|on)$/i.test(text)) return true;
      return /^(false|0|no|off)$/i.test(text) ? false : fail('true or false');
    case 'port':
      return /^\d{1,5}$/.test(text) && Number(text) < 65_536
        ? Number(text)
        : fail('a port, 0 to 65535');
    case 'count':
      return /^[1-9]\d{0,8}$/.test(text) ? Number(text) : fail('a whole number from 1 on');
    case 'level':
    case 'format':
    case 'server': {
      const choices: readonly string[] = CHOICES[kind];
      return choices.includes(text) ? text : fail(choices.join(', '));
    }
    case 'smtp':
      // The value holds a password, so it is not repeated.
      if (text === '' || isMailServer(text)) return text;
      throw new TagwireError('CONFIG_INVALID', `${origin}: expected ${SMTP_RULE}`);
  }
}

const CHOICES = { level: LOG_LEVELS, format: LOG_FORMATS, server: HTTP_SERVERS } as const;

const ADDRESS_RULE = 'an address with its scheme and without a query, as https://news.example.org';

const SMTP_RULE = 'a mail server, as smtps://user:password@mail.example.org';

function isMailServer(text: string): boolean {
  return /^smtps?:\/\/[^/]/i.test(text) && URL.canParse(text) && new URL(text).hostname !== '';
}

function partsOf(text: string): string[] {
  return text === '' ? [] : text.split(',').map((part) => part.trim());
}

function isAddress(text: string): boolean {
  if (!/^https?:\/\//i.test(text) || !URL.canParse(text)) return false;
  const { search, hash, username } = new URL(text);
  return search === '' && hash === '' && username === '';
}
