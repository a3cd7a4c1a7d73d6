/**
 * One request on its way into the log.
 *
 * ```
 *  bytes ─► lines ─► candidates ─► look up ─► admit ─► derive tags ─► batch ─► commit
 *           └────── some hundred at a time ────────────────┘
 * ```
 * While the tags of some lines are derived, the next ones are parsed and looked up.
 *
 * Invariants: lines become entries in their order, and what a line becomes does not depend on how
 * the lines are cut into requests. Of a line that was admitted only its bytes stay: what a request
 * holds on its way to the store is no more than that.
 * Not here: what a line may say (parse/), how a batch decides on each draft (admission.ts).
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

/** A request whose ticks make more writes than this is committed in parts: memory is bounded. */
const WRITES_MAX = 50_000;

export interface IngestRequest {
  /** Lines of NDJSON, each ended by a line feed (the last one may do without). */
  bytes: Uint8Array;
  /** Moves the store's time along the records' `observedAt`, with the ticks due in between. */
  replay: boolean;
  /** When records without an `observedAt` became known. */
  nowMs: number;
  /** Lines of a copy of another server, whose articles, posts and blogs bring their ids. */
  isCopy?: boolean;
  /**
   * The newest entry when the lines were sent before, without an answer: what they repeat and came in behind it
   * counts as it did then.
   */
  sentBehind?: number | undefined;
}

export interface IngestResult {
  accepted: number;
  updated: number;
  unchanged: number;
  /** `index` counts the lines of the request from 0. */
  rejects: { index: number; reason: string }[];
  /** Fields that mean nothing, each name once. */
  unknown: UnknownField[];
  /**
   * What became durable, in order. The last one ends at the head, and is empty when nothing did:
   * an index that has folded up to there has also what a failed request left behind.
   */
  blocks: Block[];
  /** The store's time afterwards. */
  lastTickMs: number | null;
  /** Something was erased: snapshots that were taken before still hold it. */
  hasErased: boolean;
  /** It brings nothing but items, so that no index must show it before it is acknowledged. */
  isPlain: boolean;
}

/** Kinds that add or update items. All others change which items may be shown. */
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
  /** Tags of what was admitted last, on their way. */
  #sealed: Promise<void> = Promise.resolve();

  /** `before`: what the request before this one knew, while its batch may not be in the store. */
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

  /** What the request knows of the items that its lines refer to. */
  get known(): KnownItems {
    return this.#admission.known;
  }

  /** Whether a batch of this request was committed. */
  get hasWritten(): boolean {
    return this.#blocks.length > 0;
  }

  /** Lines that were refused, as they came, in their order. */
  get refusedLines(): Uint8Array[] {
    return this.#refused.map(({ line }) => line);
  }

  /** Admits every line. The last batch is on its way to the store when it returns. */
  async run(): Promise<void> {
    try {
      await this.#admitAll();
    } finally {
      await this.#sealed.catch(() => undefined);
      // Of a batch that was not committed.
      await this.#admission.batch.writes.discard();
    }
    this.#refused.sort((a, b) => a.index - b.index);
  }

  async #admitAll(): Promise<void> {
    const groups = this.#groups();
    let group = groups.next().value;
    let looked = this.known.look(group ?? []);
    while (group !== undefined) {
      // Parsed while the store is asked about these, and looked up while these are admitted.
      const following = groups.next().value;
      await looked;
      if (isErasure(group[0]!)) {
        await this.#erase(group);
        looked = this.known.look(following ?? []);
      } else {
        looked = this.known.look(following ?? []);
        // The caller that waits for it gets the failure.
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

  /** Candidates, parsed as they are asked for; an erasure is a group of its own. */
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

  /** What is told of a line: of one that was sent before, what it did then. */
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

  /** An erasure rewrites what is on disk, so what came before it must be there. */
  async #erase(group: readonly ValidLine[]): Promise<void> {
    await this.#commit();
    await this.#commits.settled();
    const { batch, database } = this.#admission;
    await this.#admit(group);
    await this.#commit();
    await this.#commits.change(() => wipe(database, batch.rewritten));
    // Words of what was erased are forgotten.
    const { tagging } = this.#admission;
    tagging.doubt();
    await tagging.load(database, this.#commits.head.sequence);
    // It may have taken items along that are known here.
    this.#admission.known = new KnownItems(database, null);
  }

  /** Waits until an entry that was admitted is in the store. */
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

/** A source gone mad must not fill the disk: beyond this, lines are reported but not stored. */
const REJECTS_BYTES_MAX = 256 * 1024 * 1024;

/** Appends refused lines, unchanged, to `rejects.ndjson` in a data folder: they can be mended and sent again. */
export function setAsideLines(folder: string, lines: readonly Uint8Array[]): void {
  const path = join(folder, 'rejects.ndjson');
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  if (lines.length === 0 || size > REJECTS_BYTES_MAX) return;
  const feed = Buffer.from('\n');
  appendFileSync(path, Buffer.concat(lines.flatMap((line) => [line, feed])));
}
