/**
 * The order of the accounts that nodes share, as a stream of the engine: one message for each
 * change, appended with the expected number, so that of two concurrent appends one is refused.
 *
 * ```
 *  whole 80 │ 81 │ 82 │ 83 …        the first is a whole change, where a new node begins
 * ```
 *
 * The stream drops no message by itself. When it is long, or holds a removed user, a whole change
 * is appended, and the messages before it are dropped.
 *
 * Invariants: this node appends nothing while another node is known to have more changes, because
 * then the engine has lost changes that the other node appends again. An append without an answer
 * is repeated with the same number until its result is known.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { SECOND_MS, systemMonotonic } from '../../kernel/clock.js';
import { messageOf, TagwireError } from '../../kernel/errors.js';
import { Rest } from '../../kernel/waits.js';
import type { AccountChange, AccountOrder } from '../accounts/shared-roster-file.js';
import { AccountAssembly, accountPartsOf, attemptOf } from './account-message.js';
import { type Engine, EngineRefused } from './engine.js';
import { Heard } from './peers.js';

/** A majority that elects a new leader answers after seconds. */
const APPEND_MS_MAX = 10 * SECOND_MS;
const PAUSE_MS = 100;
/** Other nodes report their newest change when asked; the first append waits this long for reports. */
const LISTEN_MS = 300;
/** The answer to a change waits at most this long for the other nodes. */
const SETTLE_MS_MAX = SECOND_MS;
/** Up to this many messages are read one by one; more are read in a row. */
const SINGLES_MAX = 16;
const READ_MS_MAX = 2 * SECOND_MS;
/** The order may be shortened while it is read, seldom twice. */
const READS_MAX = 3;
/** A new node reads so many within a second. */
const CHANGES_MAX = 2000;
/** The node that made the order long shortens it; the other nodes do so after this time. */
const LONG_MS = 5 * SECOND_MS;

export interface AccountStreamOptions {
  engine: Engine;
  /** Name of the log. */
  log: string;
  /** This node's name; null for a process that is no node. */
  node: string | null;
  /** Nodes without a report for so long are not waited for. */
  leaseMs: number;
  /** Wait for reports of other nodes after opening; 300 by default. */
  listenMs?: number;
  /** Longest wait for other nodes to have a change of this node; 1000 by default. */
  settleMsMax?: number;
}

export class AccountStream implements AccountOrder {
  readonly log: string;
  readonly #options: AccountStreamOptions;
  readonly #engine: Engine;
  readonly #assembly = new AccountAssembly();
  /** The newest change of each other node. */
  readonly #heard: Heard<number>;
  readonly #told = new Rest();
  /** Number of the last message that was read or appended; null before the first. */
  #position: number | null = null;
  /** The attempt of that message: an engine that lost messages uses their numbers again. */
  #last: string | null = null;
  #end = 0;
  /** Number of the newest whole change's first message; next, the number of changes after it. */
  #wholeAt = 0;
  #afterWhole = 0;
  #longMs: number | null = null;
  #own = 0;
  readonly #openedMs = systemMonotonic.nowMs();
  /** Called when another node reports a change that this node has not read. */
  onChange: () => void = () => undefined;

  constructor(options: AccountStreamOptions) {
    this.#options = options;
    this.log = options.log;
    this.#engine = options.engine;
    this.#heard = new Heard(options.leaseMs);
    this.#engine.onTold((text) => this.#hear(text));
    this.#engine.tell(JSON.stringify({ asks: true }));
  }

  get end(): number {
    return this.#end;
  }

  get isLong(): boolean {
    return this.#longMs !== null && systemMonotonic.nowMs() >= this.#longMs;
  }

  restart(): void {
    this.#position = null;
  }

  async read(): Promise<AccountChange[]> {
    for (let tries = 1; ; tries++) {
      const from = this.#position;
      try {
        return await this.#readOn();
      } catch (error) {
        this.restart();
        if (tries >= READS_MAX || !(await this.#hasForgotten(from))) throw operating(error);
      }
    }
  }

  /** Whether messages after a position were dropped, because a whole change replaced them. */
  async #hasForgotten(position: number | null): Promise<boolean> {
    const { first } = await this.#engine.bounds().catch(() => ({ first: 0 }));
    return first > (position ?? 0) + 1;
  }

  async #readOn(): Promise<AccountChange[]> {
    const { first, last } = await this.#engine.bounds();
    const isLost = this.#position !== null && this.#position > last;
    const isGone = this.#position !== null && this.#position + 1 < first;
    const isAtEnd = this.#last !== null && this.#position === last;
    const isOther = isAtEnd && (await this.#attemptAt(last)) !== this.#last;
    if (this.#position === null || isLost || isGone || isOther) this.#begin(first);
    const changes: AccountChange[] = [];
    for await (const bytes of this.#messages(last)) {
      this.#position! += 1;
      this.#last = attemptOf(bytes);
      const change = this.#assembly.add(bytes);
      if (change === null) continue;
      this.#note(change, this.#position!, false);
      changes.push(change);
    }
    return changes;
  }

  async append(change: AccountChange): Promise<boolean> {
    const parts = accountPartsOf(change);
    if (!(await this.#mayAppend(change))) return false;
    const untilMs = systemMonotonic.nowMs() + APPEND_MS_MAX;
    const position = this.#position!;
    for (let isUnsure = false; ; await sleep(PAUSE_MS)) {
      let isThere = false;
      try {
        await this.#engine.append(position, parts);
        isThere = true;
      } catch (error) {
        if (error instanceof EngineRefused && !isUnsure) return false;
        isUnsure = true;
        const found = await this.#attemptAt(position + parts.length).catch(() => null);
        isThere = found === change.id;
        if (!isThere && found !== null) return false;
        if (!isThere && systemMonotonic.nowMs() > untilMs) throw operating(error);
      }
      if (!isThere) continue;
      this.#position = position + parts.length;
      this.#last = change.id;
      this.#note(change, this.#position, true);
      this.tell(change.entry);
      return true;
    }
  }

  async dropOlder(): Promise<void> {
    // After a failure the stream only stays long for a while.
    await this.#engine.dropBefore(this.#wholeAt).catch(() => undefined);
  }

  tell(entry: number): void {
    this.#own = entry;
    this.#engine.tell(JSON.stringify({ node: this.#options.node, entry }));
  }

  async settled(entry: number): Promise<void> {
    const untilMs = systemMonotonic.nowMs() + (this.#options.settleMsMax ?? SETTLE_MS_MAX);
    while (this.#heard.all.some((other) => other < entry)) {
      const leftMs = untilMs - systemMonotonic.nowMs();
      if (leftMs <= 0) return;
      await this.#told.take(leftMs);
    }
  }

  async rest(): Promise<void> {}

  /** Messages from the position on. */
  async *#messages(last: number): AsyncGenerator<Uint8Array> {
    const from = this.#position! + 1;
    if (last - from < SINGLES_MAX) {
      for (let number = from; number <= last; number++) {
        const bytes = await this.#engine.message(number);
        if (bytes === null) throw new Error(`message ${number} is not kept any more`);
        yield bytes;
      }
      return;
    }
    const reading = await this.#engine.read(from);
    try {
      for (let number = from; number <= last; number++) {
        const message = await reading.next(READ_MS_MAX);
        if (message === null) throw new Error('the engine does not give its messages');
        yield message.bytes;
      }
    } finally {
      void reading.close().catch(() => undefined);
    }
  }

  #begin(first: number): void {
    this.#position = first - 1;
    this.#last = null;
    this.#end = 0;
    this.#wholeAt = first;
    this.#afterWhole = 0;
    this.#longMs = null;
    this.#assembly.clear();
  }

  /** @param lastPart number of the message with the change's last part. */
  #note(change: AccountChange, lastPart: number, isOwn: boolean): void {
    this.#end = change.entry;
    if (change.isWhole) {
      this.#wholeAt = lastPart - accountPartsOf(change).length + 1;
      this.#afterWhole = 0;
      this.#longMs = null;
      return;
    }
    this.#afterWhole += 1;
    const holdsRemoved = change.events.some(({ type }) => type === 'user-removed');
    if (!holdsRemoved && this.#afterWhole < CHANGES_MAX) return;
    this.#longMs ??= systemMonotonic.nowMs() + (isOwn ? 0 : LONG_MS);
  }

  /** Whether no other node is known to have changes that this one's change does not follow. */
  async #mayAppend({ entry, isWhole }: AccountChange): Promise<boolean> {
    const { listenMs: allMs = LISTEN_MS } = this.#options;
    const listenMs = this.#openedMs + allMs - systemMonotonic.nowMs();
    if (listenMs > 0) await sleep(listenMs);
    const before = isWhole ? entry : entry - 1;
    if (this.#heard.all.every((other) => other <= before)) return true;
    await sleep(PAUSE_MS);
    return false;
  }

  /** The attempt of a message; null where there is no message. */
  async #attemptAt(number: number): Promise<string | null> {
    const bytes = await this.#engine.message(number);
    return bytes === null ? null : attemptOf(bytes);
  }

  #hear(text: string): void {
    const told = toldIn(text);
    if (told === null) return;
    if (told === 'asks') {
      if (this.#options.node !== null) this.tell(this.#own);
      return;
    }
    const { node, entry } = told;
    if (node === this.#options.node) return;
    if (entry > this.#end) this.onChange();
    // A command is no node, and has no state to report.
    if (node === null) return;
    this.#heard.note(node, entry);
    this.#told.nudge();
  }
}

function toldIn(text: string): 'asks' | { node: string | null; entry: number } | null {
  try {
    const { node, entry, asks } = JSON.parse(text) as { [name: string]: unknown };
    if (asks === true) return 'asks';
    const isNamed = typeof node === 'string' || node === null;
    return isNamed && typeof entry === 'number' ? { node, entry } : null;
  } catch {
    return null;
  }
}

function operating(error: unknown): TagwireError {
  if (error instanceof TagwireError) return error;
  const message = `users and keys are shared through NATS, which does not answer: ${messageOf(error)}; try again`;
  return new TagwireError('STORE_WRITE_FAILED', message, { cause: error });
}
