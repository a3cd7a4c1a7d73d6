/**
 * Decides the effect of a candidate on the log: a new item, an update, nothing, or a refusal.
 *
 * Invariants: the decision depends on the store and on earlier candidates of the batch alone, so
 * the same lines give the same entries in one request or in many.
 */
import { DAY_MS } from '../../kernel/clock.js';
import type { Draft, MaskDraft, NewsDraft } from '../../kernel/model/drafts.js';
import type {
  BlogRecord,
  CrawlRecord,
  LogRecord,
  MaskRecord,
  MediaRecord,
  NewsRecord,
  PortalCheckRecord,
  PortalItemRecord,
  PostRecord,
  Replaced,
} from '../../kernel/model/records.js';
import {
  type Addition,
  bodyKeyOf,
  earlierTextKeyOf,
  expiresMsOf,
  type Packed,
  payloadOf,
} from './batch.js';
import { purge } from './erasure.js';
import { referenceOf } from './keys.js';
import { type AdmissionView, type AdmittedItem, recordOf } from './known-items.js';
import type { ValidLine } from './lines.js';
import {
  type Meeting,
  replacedBy,
  resolveBlog,
  resolveMedia,
  resolveNews,
  resolvePortalItem,
  resolvePost,
} from './resolve.js';

export type Verdict = 'accepted' | 'updated' | 'unchanged';

/** Kinds with an integer id of their own. */
type CountedKind = 'news' | 'post' | 'blog' | 'portal-item';

/** Admits a candidate that `refusalOf` has accepted to the batch. */
export async function admit(admission: AdmissionView, candidate: ValidLine): Promise<Verdict> {
  const { draft } = candidate;
  if (draft.kind === 'hide' || draft.kind === 'show' || draft.kind === 'erase') {
    return admitMask(admission, candidate, draft);
  }
  const item = admission.known.find(candidate.own);
  const previous = recordOf(item);
  if (isStale(draft, previous)) return 'unchanged';
  const knownId = item?.id || null;
  const record = resolve(admission, candidate, previous, knownId);
  if (item === null) return admitNew(admission, candidate, record);
  if (record.kind === 'news') {
    const { tagging } = admission;
    const media = admission.known.find(candidate.referred);
    const known = previous as NewsRecord | null;
    if (!tagging.settles(record, known, media)) {
      tagging.ask(record, known, media, candidate.body?.bytes ?? null, 0);
      await tagging.flush();
    }
  }
  let packed = payloadOf(record);
  let earlierText: Buffer | null = null;
  if (item.payloadHash === packed.payloadHash) return 'unchanged';
  if (record.kind === 'news' || record.kind === 'post') {
    const known = previous as NewsRecord | PostRecord | null;
    record.previousSortMs = known?.sortMs ?? null;
    if (record.kind === 'news') {
      const told =
        known === null
          ? null
          : await replacedHere(admission, item, known as NewsRecord, record, candidate);
      record.replaced = told?.replaced ?? null;
      earlierText = told?.text ?? null;
    }
    packed = payloadOf(record);
    if (known !== null) await moveBody(admission, { item, known }, record, candidate);
  }
  const sequence = append(admission, candidate.own.name, {
    record,
    packed,
    body: bodyToStore(admission, candidate, record),
    identity: { key: candidate.own.key, id: idOf(record), erased: false },
    previous: item.sequence,
  });
  const earlierAt = earlierTextKeyOf(record, sequence);
  if (earlierAt !== null && earlierText !== null) admission.batch.put(earlierAt, earlierText);
  if (record.kind === 'news') admission.tagging.note(record, sequence);
  return 'updated';
}

/** Admits a new item. Derived tags do not affect the decision, so the entry waits for its tags. */
function admitNew(admission: AdmissionView, candidate: ValidLine, record: LogRecord): Verdict {
  const { tagging, known, batch } = admission;
  countUp(admission, record);
  admission.registered.add(record.kind);
  let packed: Packed | null = null;
  if (record.kind === 'news') {
    const media = known.find(candidate.referred);
    const sequence = batch.head.sequence + 1;
    if (tagging.settles(record, null, media)) tagging.note(record, sequence);
    else {
      tagging.ask(record, null, media, candidate.body?.bytes ?? null, sequence);
      packed = { payload: null, payloadHash: 0n };
    }
  }
  append(admission, candidate.own.name, {
    record,
    packed: packed ?? payloadOf(record),
    body: bodyToStore(admission, candidate, record),
    identity: { key: candidate.own.key, id: idOf(record), erased: false },
    previous: 0,
  });
  return 'accepted';
}

/** Packs the entries that wait for tags. */
export async function seal({ tagging, batch }: AdmissionView): Promise<void> {
  await tagging.flush();
  batch.seal();
}

/** Whether a candidate's item, or one that it refers to, has an entry that is not packed yet. */
export function isOpen({ known, batch }: AdmissionView, { own, referred }: ValidLine): boolean {
  return [own, referred].some(
    (identity) => (known.find(identity)?.sequence ?? 0) >= batch.openFrom,
  );
}

/** Appends an entry, and notes the new state of its item. Returns the sequence number. */
function append(admission: AdmissionView, name: string, addition: Addition): number {
  const sequence = admission.batch.add(addition);
  const { identity, packed, previous, record } = addition;
  if (record.kind === 'media') admission.tagging.noteOutlet(record);
  const { id, erased } = identity ?? { id: 0, erased: false };
  // The same object, so that the item has its payload when the entry is packed.
  admission.known.set(name, Object.assign(packed, { id, sequence, previous, erased }));
  return sequence;
}

function resolve(
  admission: AdmissionView,
  candidate: ValidLine,
  previous: LogRecord | null,
  knownId: number | null,
): LogRecord {
  const { draft, observedMs, body } = candidate;
  const meeting = <R extends LogRecord & { kind: CountedKind }>(kind: CountedKind): Meeting<R> => ({
    previous: previous as R | null,
    newId: knownId ?? givenIdOf(draft) ?? admission.batch.head.nextIds[kind],
    observedMs,
    body: body?.facts ?? null,
  });
  switch (draft.kind) {
    case 'media':
      return resolveMedia(draft, previous as MediaRecord | null);
    case 'news':
      return resolveNews(draft, meeting<NewsRecord>('news'));
    case 'portal-item':
      return resolvePortalItem(draft, meeting<PortalItemRecord>('portal-item'));
    case 'blog':
      return resolveBlog(draft, meeting<BlogRecord>('blog'));
    case 'post':
      return resolvePost(draft, meeting<PostRecord>('post'));
    case 'revoke':
      return { ...draft, postId: admission.known.find(candidate.referred)?.id ?? null };
    case 'category':
    case 'portal-check':
    case 'crawl':
      return draft;
    default:
      throw new Error(`a ${draft.kind} record is admitted elsewhere`);
  }
}

/** Only the newest check or crawl of each source is stored: an older one is out of date. */
function isStale(draft: Draft, record: LogRecord | null): boolean {
  if (draft.kind === 'crawl') return record !== null && (record as CrawlRecord).atMs >= draft.atMs;
  if (draft.kind !== 'portal-check' || record === null) return false;
  return (record as PortalCheckRecord).checkedMs > draft.checkedMs;
}

/** Why a candidate cannot be admitted, or null. */
export function refusalOf(
  { known, registered }: AdmissionView,
  { draft, own, referred }: ValidLine,
): string | null {
  const item = known.find(own);
  if (item === null && draft.kind !== 'hide' && draft.kind !== 'show' && draft.kind !== 'erase') {
    const reason = registered.refusalOf(draft.kind);
    if (reason !== null) return reason;
  }
  if (item?.erased) return `${draft.kind}: this item was erased for good`;
  const givenId = givenIdOf(draft);
  if (item !== null && givenId !== undefined && item.id !== givenId) {
    return `id: this ${draft.kind} has the id ${item.id} here, got ${givenId}`;
  }
  const reference = referenceOf(draft);
  return reference === null ? null : missingRefusal(known.find(referred), draft.kind, reference);
}

/** Why the item that a draft refers to is unsuitable, or null. */
function missingRefusal(
  target: AdmittedItem | null,
  kind: Draft['kind'],
  { kind: what, name }: NonNullable<ReturnType<typeof referenceOf>>,
): string | null {
  if (kind === 'revoke') return target === null ? `revoke: there is no post "${name}"` : null;
  const isMask = kind === 'hide' || kind === 'show' || kind === 'erase';
  if (target === null) {
    return isMask
      ? `${kind}: there is no ${what} "${name}"`
      : `${what}: "${name}" is not registered; send its ${what} record first`;
  }
  if (!target.erased || kind === 'erase') return null;
  return `${isMask ? `${kind}: ${what}` : `${what}:`} "${name}" was erased for good`;
}

async function admitMask(
  admission: AdmissionView,
  { own, referred }: ValidLine,
  draft: MaskDraft,
): Promise<Verdict> {
  const target = admission.known.find(referred)!;
  if (target.erased) return 'unchanged';
  const targeted = recordOf(target);
  const counted = targeted?.kind === 'news' || targeted?.kind === 'post';
  const record: MaskRecord = {
    kind: draft.kind,
    target: draft.target,
    key: draft.key,
    id: counted ? target.id : null,
    sortMs: counted ? targeted.sortMs : null,
  };
  const mask = admission.known.find(own);
  const masked = recordOf(mask);
  const shown = mask === null || masked?.kind === 'show';
  if (draft.kind === 'show' ? shown : masked?.kind === draft.kind) return 'unchanged';
  if (draft.kind === 'erase') record.earliest = await purge(admission, draft, target);
  append(admission, own.name, {
    record,
    packed: payloadOf(record),
    body: null,
    identity: { key: own.key, id: 0, erased: false },
    previous: mask?.sequence ?? 0,
  });
  return mask === null ? 'accepted' : 'updated';
}

/** The values that an update replaces, with the replaced text, if it is still stored. */
async function replacedHere(
  admission: AdmissionView,
  item: AdmittedItem,
  previous: NewsRecord,
  record: NewsRecord,
  { draft, observedMs, body, referred }: ValidLine,
): Promise<{ replaced: Replaced | null; text: Buffer | null }> {
  const isRetold = body !== null && record.bodyHash !== previous.bodyHash;
  const before = isRetold ? await bodyBefore(admission, item, previous) : null;
  const outlet = recordOf(admission.known.find(referred)) as MediaRecord | null;
  const news = draft as NewsDraft;
  const replaced = replacedBy({
    previous,
    record,
    outlet,
    atMs: news.observedMs ?? news.fetchedMs ?? observedMs,
    bodies: before && { before: before.toString(), after: body!.bytes.toString() },
  });
  return { replaced, text: before };
}

/** The text of an item's newest record; null when it has none. */
async function bodyBefore(
  admission: AdmissionView,
  { sequence }: AdmittedItem,
  previous: NewsRecord,
): Promise<Buffer | null> {
  const at = bodyKeyOf(previous);
  if (at === null) return null;
  const begun = admission.batch.bodyAt(sequence);
  if (begun !== null) return begun;
  await admission.settle(sequence);
  return (await admission.database.get(at)) ?? null;
}

/** A body whose item changes its time moves to another key. */
async function moveBody(
  admission: AdmissionView,
  { item, known }: { item: AdmittedItem; known: NewsRecord | PostRecord },
  record: NewsRecord | PostRecord,
  candidate: ValidLine,
): Promise<void> {
  const from = bodyKeyOf(known);
  if (from === null) return;
  const to = bodyKeyOf(record);
  if (to?.equals(from)) return;
  if (to !== null && candidate.body === null) {
    await admission.settle(item.sequence);
    const body = await admission.database.get(from);
    if (body !== undefined) admission.batch.put(to, body);
  }
  admission.batch.delete(from);
}

/** The body to store; null when there is none, or when it has expired already. */
function bodyToStore(
  { batch }: AdmissionView,
  candidate: ValidLine,
  record: LogRecord,
): Buffer | null {
  if (candidate.body === null || (record.kind !== 'news' && record.kind !== 'post')) return null;
  const storeMs = batch.head.lastTickMs ?? Number.NEGATIVE_INFINITY;
  return expiresMsOf(record) + DAY_MS < storeMs ? null : candidate.body.bytes;
}

function countUp({ batch }: AdmissionView, record: LogRecord): void {
  if (!isCounted(record.kind)) return;
  const { nextIds } = batch.head;
  // The ids of a copy come in any order.
  nextIds[record.kind] = Math.max(nextIds[record.kind], idOf(record) + 1);
}

/** The id in a line of a copy. */
function givenIdOf(draft: Draft): number | undefined {
  return 'givenId' in draft ? draft.givenId : undefined;
}

function isCounted(kind: LogRecord['kind']): kind is CountedKind {
  return kind === 'news' || kind === 'post' || kind === 'blog' || kind === 'portal-item';
}

/** The integer id of a record's item; 0 when it has none. */
export function idOf(record: LogRecord): number {
  if (record.kind === 'portal-item') return record.number;
  return record.kind === 'news' || record.kind === 'post' || record.kind === 'blog' ? record.id : 0;
}
