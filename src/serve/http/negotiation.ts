/**
 * Two header questions: which content coding a client takes, and whether it holds this entity.
 */

/** Codings that replies come in, best first. */
export type Coding = 'br' | 'gzip';

/** The last header and what it allows: clients send few different ones. */
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
  const weights = weightsOf(acceptEncoding);
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

/** Whether content of this type becomes smaller when it is compressed. Types are those of replies. */
export function isText(contentType: string): boolean {
  let known = TEXT_TYPES.get(contentType);
  if (known === undefined) {
    known = TEXT_TYPE.test(contentType);
    TEXT_TYPES.set(contentType, known);
  }
  return known;
}

function weightsOf(acceptEncoding: string): Map<string, number> {
  const weights = new Map<string, number>();
  for (const entry of acceptEncoding.toLowerCase().split(',')) {
    const [coding = '', ...settings] = entry.split(';').map((part) => part.trim());
    const weight = settings.find((setting) => setting.startsWith('q='));
    const value = weight === undefined ? 1 : Number(weight.slice(2));
    weights.set(coding, value >= 0 && value <= 1 ? value : 0);
  }
  return weights;
}

/**
 * Whether `if-none-match` names the entity tag (unquoted here). Comparison is weak, as the standard
 * has it for this header: `W/"x"` matches `"x"`.
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

/** Browsers name text/html before all; programs that take anything get JSON. */
export function prefersHtml(accept: string): boolean {
  let html = 0;
  let json = 0;
  for (const entry of accept.toLowerCase().split(',')) {
    const [type = '', ...settings] = entry.split(';').map((part) => part.trim());
    const weightText = settings.find((setting) => setting.startsWith('q='));
    const weight = weightText === undefined ? 1 : Number(weightText.slice(2)) || 0;
    if (type === 'text/html' || type === 'text/*') html = Math.max(html, weight);
    if (type === 'application/json' || type === 'application/*') json = Math.max(json, weight);
  }
  return html > json;
}
