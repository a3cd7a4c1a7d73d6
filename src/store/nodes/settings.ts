/**
 * The address of a shared log as an option:
 *
 *   jetstream://[user:password@ | token@]host[:port][,host[:port]…]/name[?option=value&…]
 *
 *   replicas  copies that the engine keeps, 1, 3 or 5   (3 where three servers are named, else 1)
 *   keep      how long it keeps entries, as 7d or 12h   (7d)
 *   keepBytes how many bytes at most, as 8G or 500M     (8G)
 *   lease     seconds without the writer                (5)
 *   trust     seconds without the engine for which a node treats keys and sessions as valid  (30)
 *   tls       true for an encrypted connection; ca=FILE names the authority
 *   creds     a file of credentials
 */
import { readFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../kernel/clock.js';
import type { Config } from '../../kernel/config.js';
import { TagwireError } from '../../kernel/errors.js';
import type { NodeSettings } from '../log/node-state.js';

const SCHEME = 'jetstream://';
const DEFAULT_PORT = 4222;
/** Names of streams, buckets and subjects contain it. */
const NAME = /^[A-Za-z0-9_-]{1,32}$/;
const OPTIONS = new Set(['replicas', 'keep', 'keepBytes', 'lease', 'trust', 'tls', 'ca', 'creds']);
const TIMES: { readonly [unit: string]: number } = { m: MINUTE_MS, h: HOUR_MS, d: DAY_MS };
const SIZES: { readonly [unit: string]: number } = { M: 2 ** 20, G: 2 ** 30, T: 2 ** 40 };
/** Two of the largest batches: with less, messages expire before another node has read them. */
const KEPT_BYTES_MIN = 32 * 2 ** 20;
/** Shorter: a pause of the garbage collector causes a takeover. Longer: a failed writer stops writes. */
const LEASE_SECONDS = { min: 2, max: 60, fallback: 5 };
/** Shorter: nodes refuse keys while NATS restarts. Longer: a revoked key is valid for so long. */
const TRUST_SECONDS = { min: 2, max: 86_400, fallback: 30 };

/** The settings in a config; null for a log of one server. */
export function nodeSettingsOf(config: Config, mayWrite = true): NodeSettings | null {
  if (config.log === 'local') return null;
  const { authority, name, options } = partsOf(config.log);
  const at = authority.lastIndexOf('@');
  const servers = authority
    .slice(at + 1)
    .split(',')
    .map(serverOf);
  const replicas = Number(options.get('replicas') ?? (servers.length >= 3 ? 3 : 1));
  if (![1, 3, 5].includes(replicas)) throw refused('replicas is 1, 3 or 5');
  const node =
    config.nodeName === ''
      ? hostname()
          .replace(/[^A-Za-z0-9_-]/g, '-')
          .slice(0, 32)
      : config.nodeName;
  if (!NAME.test(node)) {
    throw new TagwireError(
      'CONFIG_INVALID',
      `nodeName "${node}": 1 to 32 letters, digits, "-" or "_" are a name`,
    );
  }
  const ca = options.get('ca');
  return {
    servers,
    ...loginOf(at < 0 ? '' : authority.slice(0, at)),
    credentials: options.get('creds') ?? null,
    tls:
      options.get('tls') === 'true' || ca !== undefined
        ? { ca: ca === undefined ? null : fileOf(ca) }
        : null,
    name,
    replicas,
    retentionMs: measureOf('keep', options.get('keep') ?? '7d', TIMES),
    retainedBytes: keptBytesOf(options.get('keepBytes') ?? '8G'),
    leaseMs: secondsOf('lease', options.get('lease'), LEASE_SECONDS),
    trustedMs: secondsOf('trust', options.get('trust'), TRUST_SECONDS),
    node,
    url: urlOf(config),
    mayWrite,
  };
}

function keptBytesOf(text: string): number {
  const bytes = measureOf('keepBytes', text, SIZES);
  if (bytes < KEPT_BYTES_MIN) throw refused(`keepBytes is ${KEPT_BYTES_MIN / SIZES.M!}M at least`);
  return bytes;
}

/** The address of this node for other nodes. */
function urlOf({ nodePublicUrl, nodeHost, nodePort }: Config): string {
  if (nodePublicUrl !== '') return nodePublicUrl;
  return `http://${nodeHost.includes(':') ? `[${nodeHost}]` : nodeHost}:${nodePort}`;
}

function partsOf(text: string): { authority: string; name: string; options: Map<string, string> } {
  if (!text.startsWith(SCHEME)) {
    throw refused(`it is "local" or begins with ${SCHEME}; got "${text.slice(0, 40)}"`);
  }
  const [path = '', query = ''] = text.slice(SCHEME.length).split('?', 2);
  const slash = path.indexOf('/');
  const name = slash < 0 ? '' : path.slice(slash + 1);
  if (slash < 1 || !NAME.test(name)) {
    throw refused(
      `expected ${SCHEME}host:port,host:port/name, the name of 1 to 32 letters, digits, "-" or "_"`,
    );
  }
  const options = new Map(new URLSearchParams(query));
  for (const key of options.keys()) {
    if (!OPTIONS.has(key))
      throw refused(`"${key}" is no option of it; there are ${[...OPTIONS].join(', ')}`);
  }
  return { authority: path.slice(0, slash), name, options };
}

function serverOf(text: string): string {
  const found = /^(\[[0-9a-fA-F:]+\]|[^:[\]\s]+)(?::(\d{1,5}))?$/.exec(text);
  if (found === null || Number(found[2] ?? DEFAULT_PORT) > 65_535) {
    throw refused(`"${text}" is no host:port`);
  }
  return `${found[1]}:${found[2] ?? DEFAULT_PORT}`;
}

function loginOf(text: string): Pick<NodeSettings, 'user' | 'password' | 'token'> {
  if (text === '') return { user: null, password: null, token: null };
  const colon = text.indexOf(':');
  if (colon < 0) return { user: null, password: null, token: decodeURIComponent(text) };
  const user = decodeURIComponent(text.slice(0, colon));
  return { user, password: decodeURIComponent(text.slice(colon + 1)), token: null };
}

function secondsOf(
  name: string,
  text: string | undefined,
  { min, max, fallback }: { min: number; max: number; fallback: number },
): number {
  const seconds = Number(text ?? fallback);
  if (!(seconds >= min && seconds <= max)) throw refused(`${name} is ${min} to ${max} seconds`);
  return seconds * SECOND_MS;
}

function measureOf(name: string, text: string, units: { readonly [unit: string]: number }): number {
  const found = /^(\d{1,6})([A-Za-z])$/.exec(text);
  const unit = units[found?.[2] ?? ''];
  if (found === null || unit === undefined || Number(found[1]) === 0) {
    throw refused(`${name} is a number with ${Object.keys(units).join(', ')}; got "${text}"`);
  }
  return Number(found[1]) * unit;
}

function fileOf(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (cause) {
    throw new TagwireError('CONFIG_INVALID', `log: the file of ca, ${path}, cannot be read`, {
      cause,
    });
  }
}

function refused(what: string): TagwireError {
  return new TagwireError('CONFIG_INVALID', `log: ${what}`);
}
