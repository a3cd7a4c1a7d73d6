/**
 * One request from its bytes to the log.
 *
 * ```
 *  bytes ─► lines ─► candidates ─► look up ─► admit ─► derive tags ─► batch ─► commit
 *           └────── some hundred at a time ────────────────┘
 * ```
 * While the tags of some lines are derived, the next lines are parsed and looked up.
 *
 * Invariants: lines become entries in their order, and the result does not depend on the division
 * of lines into requests. Only the bytes of an admitted line stay in memory until the commit.
 * Not here: valid lines (parse/), the decision on each draft (admission.ts).
 */
import { appendFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { type Block, packBlock } from '../../kernel/model/block.js';
import type { RecordKind } from '../../kernel/model/records.js';
import { pause } from '../../kernel/runtime/pause.js';
import type { Database } from '../database.js';
import { admit, isOpen, refusalOf, seal, type Verdict } from './admission.js';
import type { Batch } from './batch.js';
import type { Committer } from './committer.js';
import { wipe } from './erasure.js';
import { type AdmissionView, KnownItems } from './known-items.js';
import { parseLines, type Refusal, type ValidLine } from './lines.js';
import { type UnknownField, UnknownFields } from './parse/unknown-fields.js';
import { ticksAlong } from './ticks.js';

/** A request with more writes from ticks is committed in parts, to bound memory. */
const WRITES_MAX = 50_000;

export interface IngestRequest {
  /** Lines of NDJSON, each ended by a line feed (optional after the last). */
  bytes: Uint8Array;
  /** Moves the store's time along the records' `observedAt`, with the ticks due in between. */
  replay: boolean;
  /** When records without an `observedAt` became known. */
  nowMs: number;
  /** Lines of a copy of another server, whose articles, posts and blogs have their ids. */
  isCopy?: boolean;
  /** The newest entry before lines that got no answer and are sent again: they count as at first. */
  sentBehind?: number | undefined;
}

export interface IngestResult {
  accepted: number;
  updated: number;
  unchanged: number;
  /** `index` counts the lines of the request from 0. */
  rejects: { index: number; reason: string }[];
  /** Unknown fields, each name once. */
  unknown: UnknownField[];
  /**
   * Durable entries in order. The last block ends at the head, and may be empty: an index that has
   * folded it also has the entries of a failed request.
   */
  blocks: Block[];
  /** The store's time afterwards. */
  lastTickMs: number | null;
  /** True after an erasure: earlier snapshots still have the erased content. */
  hasErased: boolean;
  /** True for items alone, which no index must show before they are acknowledged. */
  isPlain: boolean;
}

/** Kinds that add or update items. All other kinds change the visibility of items. */
const PLAIN_KINDS: ReadonlySet<RecordKind> = new Set([
  'news',
  'post',
  'portal-item',
  'portal-check',
  'crawl',
]);

export class Intake {
  readonly #request: IngestRequest;
  readonly #commits: Committer;
  readonly #admission: AdmissionView;
  readonly #refused: Refusal[] = [];
  readonly #unknown = new UnknownFields();
  readonly #counts = { accepted: 0, updated: 0, unchanged: 0 };
  readonly #blocks: Block[] = [];
  /** Items of lines that are sent again, each counted once. */
  readonly #told = new Set<string>();
  #hasErased = false;
  #isPlain = true;
  /** Pending tags of the last admitted lines. */
  #sealed: Promise<void> = Promise.resolve();

  /** `before`: items known to the request before, while its batch may not be in the store. */
  constructor(
    request: IngestRequest,
    commits: Committer,
    database: Database,
    before: KnownItems | null,
    noted: Pick<AdmissionView, 'registered' | 'tagging'>,
  ) {
    this.#request = request;
    this.#commits = commits;
    this.#admission = {
      batch: commits.begin(),
      database,
      known: new KnownItems(database, before),
      ...noted,
      settle: (sequence) => this.#settle(sequence),
    };
  }

  /** The items that lines of the request refer to. */
  get known(): KnownItems {
    return this.#admission.known;
  }

  /** Whether a batch of this request was committed. */
  get hasWritten(): boolean {
    return this.#blocks.length > 0;
  }

  /** Unchanged bytes of the refused lines, in order. */
  get refusedLines(): Uint8Array[] {
    return this.#refused.map(({ line }) => line);
  }

  /** Admits every line. The last batch may still be unwritten at the return. */
  async run(): Promise<void> {
    try {
      await this.#admitAll();
    } finally {
      await this.#sealed.catch(() => undefined);
      // The writes of an uncommitted batch.
      await this.#admission.batch.writes.discard();
    }
    this.#refused.sort((a, b) => a.index - b.index);
  }

  async #admitAll(): Promise<void> {
    const groups = this.#groups();
    let group = groups.next().value;
    let looked = this.known.look(group ?? []);
    while (group !== undefined) {
      // Parsed during the look-up of the current group; looked up during its admission.
      const following = groups.next().value;
      await looked;
      if (isErasure(group[0]!)) {
        await this.#erase(group);
        looked = this.known.look(following ?? []);
      } else {
        looked = this.known.look(following ?? []);
        // The next round gets the error.
        looked.catch(() => undefined);
        await this.#sealed;
        await this.#admit(group);
        this.#sealed = seal(this.#admission);
        this.#sealed.catch(() => undefined);
      }
      group = following;
    }
    await this.#commit();
  }

  /** The result of the request, once all of it is in the store. */
  result(): IngestResult {
    const { head } = this.#admission.batch;
    const blocks = this.#blocks.length > 0 ? this.#blocks : [packBlock(head.sequence + 1, [])];
    return {
      ...this.#counts,
      rejects: this.#refused.map(({ index, reason }) => ({ index, reason })),
      unknown: this.#unknown.all,
      blocks,
      lastTickMs: head.lastTickMs,
      hasErased: this.#hasErased,
      isPlain: this.#isPlain,
    };
  }

  /** Candidates, parsed on demand; an erasure is a group of its own. */
  *#groups(): Generator<ValidLine[], undefined> {
    for (const { candidates, refusals } of parseLines(this.#request.bytes, {
      ...this.#request,
      ...(this.#request.isCopy ? {} : { unknown: this.#unknown }),
    })) {
      this.#refused.push(...refusals);
      this.#isPlain &&= candidates.every(({ draft }) => PLAIN_KINDS.has(draft.kind));
      let from = 0;
      for (let at = 0; at < candidates.length; at++) {
        if (!isErasure(candidates[at]!)) continue;
        if (at > from) yield candidates.slice(from, at);
        yield candidates.slice(at, at + 1);
        from = at + 1;
      }
      if (from < candidates.length) yield candidates.slice(from);
    }
  }

  async #admit(group: readonly ValidLine[]): Promise<void> {
    const admission = this.#admission;
    for (const candidate of group) {
      pause();
      const { index, line, movesTimeToMs } = candidate;
      const reason = refusalOf(admission, candidate);
      if (reason !== null) {
        this.#refused.push({ index, reason, line });
        continue;
      }
      if (this.#request.replay && movesTimeToMs !== null) moveTime(admission.batch, movesTimeToMs);
      if (isOpen(admission, candidate)) await seal(admission);
      const verdict = await admit(admission, candidate);
      this.#counts[this.#countedAs(verdict, candidate)] += 1;
      if (isErasure(candidate) && verdict !== 'unchanged') this.#hasErased = true;
      if (admission.batch.writeCount >= WRITES_MAX) await this.#commit();
    }
  }

  /** The verdict for the answer: a line that was sent before counts as it did then. */
  #countedAs(verdict: Verdict, { own }: ValidLine): Verdict {
    const { sentBehind } = this.#request;
    if (sentBehind === undefined) return verdict;
    const item = this.known.find(own);
    const isFirst = !this.#told.has(own.name);
    this.#told.add(own.name);
    const isTheirs = isFirst && verdict === 'unchanged' && (item?.sequence ?? 0) > sentBehind;
    if (!isTheirs) return verdict;
    return item!.previous === 0 ? 'accepted' : 'updated';
  }

  /** An erasure rewrites data on disk, so earlier entries must be there. */
  async #erase(group: readonly ValidLine[]): Promise<void> {
    await this.#commit();
    await this.#commits.settled();
    const { batch, database } = this.#admission;
    await this.#admit(group);
    await this.#commit();
    await this.#commits.change(() => wipe(database, batch.rewritten));
    // Words of erased articles must be forgotten.
    const { tagging } = this.#admission;
    tagging.doubt();
    await tagging.load(database, this.#commits.head.sequence);
    // Known items may have been erased, too.
    this.#admission.known = new KnownItems(database, null);
  }

  /** Waits until an admitted entry is in the store. */
  async #settle(sequence: number): Promise<void> {
    if (sequence <= this.#commits.head.sequence) return;
    if (sequence >= this.#admission.batch.firstSequence) await this.#commit();
    await this.#commits.settled();
  }

  async #commit(): Promise<void> {
    await this.#sealed;
    await seal(this.#admission);
    const { batch } = this.#admission;
    if (batch.isEmpty) {
      this.#commits.beginTime(batch.head.lastTickMs);
      return;
    }
    await this.#commits.commit(batch);
    this.#blocks.push(batch.block());
    this.#admission.batch = this.#commits.begin();
  }
}

function isErasure({ draft }: ValidLine): boolean {
  return draft.kind === 'erase';
}

function moveTime(batch: Batch, toMs: number): void {
  const { lastTickMs } = batch.head;
  if (lastTickMs === null) batch.head.lastTickMs = toMs;
  else if (toMs > lastTickMs) batch.addTicks(ticksAlong(lastTickMs, toMs));
}

/** Bounds the disk space for a faulty source: beyond this, refused lines are reported but not stored. */
const REJECTS_BYTES_MAX = 256 * 1024 * 1024;

/** Appends refused lines to `rejects.ndjson` in a data folder, to be corrected and sent again. */
export function setAsideLines(folder: string, lines: readonly Uint8Array[]): void {
  if (lines.length === 0) return;
  const path = join(folder, 'rejects.ndjson');
  if ((statSync(path, { throwIfNoEntry: false })?.size ?? 0) > REJECTS_BYTES_MAX) return;
  const feed = Buffer.from('\n');
  appendFileSync(path, Buffer.concat(lines.flatMap((line) => [line, feed])));
}
