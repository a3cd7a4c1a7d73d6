/**
 * Chooses the form of an answer by headers of the request (coding, `if-none-match`, page or JSON),
 * and compresses answers: replies while their requests wait, constant files once.
 *
 *   known form ─► sent          short ─► compressed at once          long ─► by libuv's threads
 *
 * Compression levels are fast ones, and the main thread compresses only short bodies, so it is
 * never busy for long. Compressed forms are cached by question and entity tag. Invariants: bytes in
 * the cache and compressions under way are bounded; beyond the bound, bytes are sent uncompressed.
 * Answers without an entity tag are never cached. Not here: sending (exchange.ts).
 */
import { brotliCompress, brotliCompressSync, gzip, gzipSync, constants as zlib } from 'node:zlib';
import { ByteCache } from '../../kernel/byte-cache.js';
import { HTTP } from '../../kernel/limits.js';

/** Supported codings, best first. */
export type Coding = 'br' | 'gzip';

/** The last header and its result: most requests have one of a few different headers. */
let lastHeader = '';
let lastCoding: Coding | '' = '';

/** The coding that `accept-encoding` prefers, or '' for identity. */
export function chooseCoding(acceptEncoding: string): Coding | '' {
  if (acceptEncoding !== lastHeader) {
    lastCoding = codingOf(acceptEncoding);
    lastHeader = acceptEncoding;
  }
  return lastCoding;
}

function codingOf(acceptEncoding: string): Coding | '' {
  const weights = new Map<string, number>();
  for (const { name, weight } of weighedIn(acceptEncoding)) {
    weights.set(name, weight >= 0 && weight <= 1 ? weight : 0);
  }
  const any = weights.get('*') ?? 0;
  const br = weights.get('br') ?? any;
  const gzip = weights.get('gzip') ?? weights.get('x-gzip') ?? any;
  const identity = weights.get('identity') ?? 0;
  if (br > 0 && br >= gzip && br >= identity) return 'br';
  return gzip > 0 && gzip >= identity ? 'gzip' : '';
}

const TEXT_TYPE =
  /^(?:text\/|application\/(?:json|javascript|xml|[\w.-]+\+(?:json|xml))|image\/svg)/;
const TEXT_TYPES = new Map<string, boolean>();

/** Whether compression makes content of this type smaller. For the types of replies. */
export function isText(contentType: string): boolean {
  let known = TEXT_TYPES.get(contentType);
  if (known === undefined) {
    known = TEXT_TYPE.test(contentType);
    TEXT_TYPES.set(contentType, known);
  }
  return known;
}

/** Entries of a header such as `accept`, each with its `q=` weight. */
function weighedIn(header: string): { name: string; weight: number }[] {
  return header
    .toLowerCase()
    .split(',')
    .map((entry) => {
      const [name = '', ...settings] = entry.split(';').map((part) => part.trim());
      const weight = settings.find((setting) => setting.startsWith('q='));
      return { name, weight: weight === undefined ? 1 : Number(weight.slice(2)) };
    });
}

/**
 * Whether `if-none-match` names the entity tag (without quotes). The comparison is weak, as RFC
 * 9110 requires for this header: `W/"x"` matches `"x"`.
 */
export function matchesEtag(ifNoneMatch: string, etag: string): boolean {
  if (ifNoneMatch.trim() === '*') return true;
  const quoted = `"${etag}"`;
  for (let from = 0; ; ) {
    const at = ifNoneMatch.indexOf(quoted, from);
    if (at < 0) return false;
    if (startsEntry(ifNoneMatch, at) && endsEntry(ifNoneMatch, at + quoted.length)) return true;
    from = at + 1;
  }
}

function startsEntry(list: string, at: number): boolean {
  let before = list.slice(0, at);
  if (before.endsWith('W/')) before = before.slice(0, -2);
  before = before.trimEnd();
  return before === '' || before.endsWith(',');
}

function endsEntry(list: string, at: number): boolean {
  const after = list.slice(at).trimStart();
  return after === '' || after.startsWith(',');
}

/** Browsers name text/html first; programs that accept any type get JSON. */
export function prefersHtml(accept: string): boolean {
  let html = 0;
  let json = 0;
  for (const { name, weight } of weighedIn(accept)) {
    if (name === 'text/html' || name === 'text/*') html = Math.max(html, weight || 0);
    if (name === 'application/json' || name === 'application/*') json = Math.max(json, weight || 0);
  }
  return html > json;
}

/** Shorter bodies are not compressed: headers cost more than compression saves. */
export const PACKED_BYTES_MIN = 512;
/** Brotli 1 is faster than gzip 1 and as small as gzip 4. */
const BROTLI = { params: { [zlib.BROTLI_PARAM_QUALITY]: 1 } };
const GZIP = { level: 1 };
/** Share of a long body below which most of its compressed forms stay. */
const FORM_SHARE = 0.4;

export class Packing {
  readonly #forms = new ByteCache<Uint8Array>(HTTP.packedBytesMax, ({ length }) => length);
  #underWay = 0;

  /**
   * The compressed form of `body`, at once or by a promise; null where it is sent uncompressed.
   * `body` may be scratch memory, unless it is `owned`. `name` identifies these bytes; '' means
   * that they are not cached.
   */
  packed(
    body: Uint8Array,
    coding: Coding,
    name: string,
    owned = false,
  ): Uint8Array | Promise<Uint8Array | null> | null {
    const key = name === '' ? '' : `${coding} ${name}`;
    const known = key === '' ? undefined : this.#forms.get(key);
    if (known !== undefined) return known;
    if (body.length <= HTTP.packedAtOnceBytesMax) {
      const form = coding === 'br' ? brotliCompressSync(body, BROTLI) : gzipSync(body, GZIP);
      return this.#cache(key, form, body.length);
    }
    const isTooMuch = body.length > HTTP.packedAnswerBytesMax;
    if (isTooMuch || this.#underWay >= HTTP.packingMax) return null;
    return this.#later(owned ? body : Buffer.from(body), coding, key);
  }

  async #later(body: Uint8Array, coding: Coding, key: string): Promise<Uint8Array | null> {
    this.#underWay += 1;
    const form = await new Promise<Uint8Array | null>((resolve) => {
      const done = (error: Error | null, bytes: Uint8Array): void =>
        resolve(error === null ? bytes : null);
      // One output chunk: each further chunk costs another switch of threads.
      const chunkSize = Math.ceil(FORM_SHARE * body.length);
      if (coding === 'br') brotliCompress(body, { ...BROTLI, chunkSize }, done);
      else gzip(body, { ...GZIP, chunkSize }, done);
    });
    this.#underWay -= 1;
    return form === null ? null : this.#cache(key, form, body.length);
  }

  #cache(key: string, form: Uint8Array, plainLength: number): Uint8Array | null {
    if (form.length >= plainLength) return null;
    if (key === '') return form;
    // A form may be the start of a much longer buffer, which is not cached.
    const own = form.buffer.byteLength > 2 * form.length ? new Uint8Array(form) : form;
    this.#forms.set(key, own);
    return own;
  }
}

export interface CompressedForms {
  readonly identity: Uint8Array;
  /** Null where compression saves nothing; a promise while the form is being made. */
  of(coding: Coding): Uint8Array | null | Promise<Uint8Array | null>;
}

/** Brotli 9 takes a tenth of the time of 11 for 3% more bytes. */
const BROTLI_QUALITY = 9;

/**
 * Compressed forms of a constant file. Each is made once, off the main thread, at the first request
 * for it, which waits; null where the form would not be smaller.
 */
export function createCompressedForms(identity: Uint8Array): CompressedForms {
  const forms: ReturnType<CompressedForms['of']>[] = [];
  const of = (coding: Coding) => {
    if (identity.length < PACKED_BYTES_MIN) return null;
    const at = coding === 'br' ? 0 : 1;
    forms[at] ??= made(identity, coding).then((form) => {
      forms[at] = form;
      return form;
    });
    return forms[at];
  };
  return { identity, of };
}

function made(body: Uint8Array, coding: Coding): Promise<Uint8Array | null> {
  return new Promise((resolve) => {
    const done = (error: Error | null, form: Uint8Array): void =>
      resolve(error === null && form.length < body.length ? form : null);
    const params = {
      [zlib.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
      [zlib.BROTLI_PARAM_SIZE_HINT]: body.length,
    };
    if (coding === 'br') brotliCompress(body, { params }, done);
    else gzip(body, done);
  });
}
