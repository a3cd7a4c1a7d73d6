/**
 * Two header questions: which content coding a client takes, and whether it holds this entity.
 */

/** Codings that replies come in, best first. */
export type Coding = 'br' | 'gzip';

/** The best of the available codings that `accept-encoding` allows, or '' for identity. */
export function chooseCoding(
  acceptEncoding: string,
  hasBr: boolean,
  hasGzip: boolean,
): Coding | '' {
  if (acceptEncoding === '' || !(hasBr || hasGzip)) return '';
  const weights = weightsOf(acceptEncoding);
  const any = weights.get('*') ?? 0;
  const br = hasBr ? (weights.get('br') ?? any) : 0;
  const gzip = hasGzip ? (weights.get('gzip') ?? weights.get('x-gzip') ?? any) : 0;
  const identity = weights.get('identity') ?? 0;
  if (br > 0 && br >= gzip && br >= identity) return 'br';
  return gzip > 0 && gzip >= identity ? 'gzip' : '';
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
