/**
 * Operator commands for a log whose nodes cannot continue by themselves: give up missing entries,
 * and send entries that only one store has to the log again.
 *
 * Invariants: no entry is given up that a reachable node has. Records are sent as ordinary records:
 * a record that the log has already changes nothing.
 */

import { setTimeout as sleep } from 'node:timers/promises';
import { isoOf } from '../../kernel/clock.js';
import { TagwireError } from '../../kernel/errors.js';
import type { LogRecord } from '../../kernel/model/records.js';
import { decodeRecord } from '../../kernel/model/wire.js';
import type { BackupSource } from '../backup/source.js';
import { bodyKeyOf } from '../log/batch.js';
import { decodeFrame } from '../log/frame.js';
import { entryKey } from '../log/keys.js';
import type { NodeSettings } from '../log/node-state.js';
import { RECORDS } from '../log/parse/declaration.js';
import type { FieldDeclarations } from '../log/parse/field-types.js';
import type { Engine } from './engine.js';
import { HeadNote } from './head-note.js';
import { chainIn, PeerClient, sourceOfPeer } from './peer-client.js';
import { knownSecret, type PeerReport, Peers, peerTokenOf } from './peers.js';

/** Nodes report several times a lease. */
const LISTEN_LEASES = 1;
const LINES_MAX = 500;

/** A record that only one store has. */
export interface OwnEntry {
  sequence: number;
  record: LogRecord;
  body: string | null;
}

export class LogRepair {
  readonly #settings: NodeSettings;
  readonly #engine: Engine;
  readonly #client: PeerClient;
  readonly #reports: PeerReport[];

  private constructor(
    settings: NodeSettings,
    engine: Engine,
    token: string,
    reports: PeerReport[],
  ) {
    this.#settings = settings;
    this.#engine = engine;
    this.#client = new PeerClient(token);
    this.#reports = reports;
  }

  /** Connects, and waits for reports of nodes. @throws TagwireError NOT_WRITER without reports. */
  static async open(settings: NodeSettings, engine: Engine): Promise<LogRepair> {
    const peers = new Peers(2 * settings.leaseMs);
    engine.onTold((text) => void peers.hear(text));
    await sleep(LISTEN_LEASES * settings.leaseMs);
    const reports = peers.all.filter(({ isInDoubt }) => !isInDoubt);
    const secret = await knownSecret(engine);
    if (secret === null || reports.length === 0) {
      throw new TagwireError(
        'NOT_WRITER',
        `no node of the log "${settings.name}" is there; start one`,
      );
    }
    return new LogRepair(settings, engine, peerTokenOf(secret), reports);
  }

  close(): void {
    this.#client.close();
  }

  /** The node with most entries that is not in doubt. */
  get #fullest(): PeerReport {
    return this.#reports.toSorted((a, b) => b.sequence - a.sequence)[0]!;
  }

  /**
   * Continues the log with the entries of the reachable nodes.
   * @param from the first entry to give up: the one after the last of those nodes.
   * @returns a sentence about the entries given up.
   * @throws TagwireError INPUT_INVALID for another entry, or when no entry is missing.
   */
  async acceptLoss(from: number): Promise<string> {
    const note = new HeadNote(this.#engine);
    const { head, isSure, members } = await note.standing();
    const { url, node, sequence } = this.#fullest;
    if (from !== sequence + 1) {
      const message = `${node} has entries up to ${sequence}; what can be given up begins with ${sequence + 1}`;
      throw new TagwireError('INPUT_INVALID', message);
    }
    const names = this.#reports.map((one) => one.node);
    const missing = members.filter((name) => !names.includes(name));
    const noted = head?.entry ?? 0;
    if (noted <= sequence && (isSure || missing.length === 0)) {
      throw new TagwireError(
        'INPUT_INVALID',
        `nothing is missing: ${node} has all ${sequence} entries`,
      );
    }
    const source = sourceOfPeer(this.#client, url, this.#settings.node);
    await source.begin();
    const chain = sequence === 0 ? 0n : await chainIn(source, sequence).finally(() => source.end());
    if (chain === null) throw new TagwireError('NOT_WRITER', `${node} does not show its entry`);
    const term = head?.term ?? 0;
    await note.replace({ entry: sequence, hash: chain.toString(16), term, nodes: [node] }, names);
    const range = noted > sequence ? `entries ${from} to ${noted}` : `what came behind ${sequence}`;
    const who = missing.length > 0 ? missing : (head?.nodes ?? []);
    return `${range}, which ${who.join(', ') || 'no node'} may have, is given up; the log goes on with ${names.join(', ')}`;
  }

  /** Records after the last common entry of a store and the log, in order. */
  async *ownEntries(own: BackupSource): AsyncGenerator<OwnEntry> {
    const theirs = sourceOfPeer(this.#client, this.#fullest.url, this.#settings.node);
    const { head: ownHead } = await own.begin();
    try {
      const { head } = await theirs.begin();
      let common = 0;
      try {
        let above = Math.min(ownHead.sequence, head.sequence) + 1;
        while (common + 1 < above) {
          const middle = Math.floor((common + above) / 2);
          const [one, other] = await Promise.all([chainIn(own, middle), chainIn(theirs, middle)]);
          if (one === other) common = middle;
          else above = middle;
        }
      } finally {
        await theirs.end();
      }
      yield* entriesBehind(own, common, ownHead.sequence);
    } finally {
      await own.end();
    }
  }

  /** Sends records to the writer. @returns the number of lines. @throws TagwireError. */
  async resend(entries: AsyncIterable<OwnEntry>): Promise<number> {
    let [sent, lines]: [number, string[]] = [0, []];
    const send = async (): Promise<void> => {
      const bytes = Buffer.from(lines.map((line) => `${line}\n`).join(''));
      lines = [];
      const { summary } = await this.#passOn(bytes);
      const { rejects } = summary as { rejects: { reason: string }[] };
      if (rejects[0] !== undefined) throw new TagwireError('INPUT_INVALID', rejects[0].reason);
    };
    for await (const { record, body } of entries) {
      const made = linesOf(record, body);
      lines.push(...made.map((line) => JSON.stringify(line)));
      sent += made.length;
      if (lines.length >= LINES_MAX) await send();
    }
    if (lines.length > 0) await send();
    return sent;
  }

  async #passOn(bytes: Uint8Array): Promise<{ summary: object }> {
    let refusal: unknown;
    for (const { url } of this.#reports) {
      try {
        return await this.#client.records(url, bytes, false);
      } catch (error) {
        refusal = error;
      }
    }
    throw refusal;
  }
}

async function* entriesBehind(
  own: BackupSource,
  behind: number,
  last: number,
): AsyncGenerator<OwnEntry> {
  for (let sequence = behind + 1; sequence <= last; sequence++) {
    const [pair] = await own.get([entryKey(sequence)]);
    const frame = decodeFrame(pair?.[1]);
    if (frame === null || frame.purged) continue;
    const record = decodeRecord(frame.payload);
    const key = bodyKeyOf(record);
    const body = key === null ? null : ((await own.get([key]))[0]?.[1] ?? null);
    yield { sequence, record, body: body === null ? null : Buffer.from(body).toString() };
  }
}

/**
 * Records as lines that can be sent to a store again: the store derives derived facts again.
 *
 * Invariant: a line has only fields of `parse/declaration.ts`. Times, skips and rewinds belong to
 * one log, and have no lines.
 *
 * The lines of a record; more than one when several media found an article.
 */
function linesOf(record: LogRecord, body: string | null): object[] {
  if (!Object.hasOwn(RECORDS, record.kind)) return [];
  const { fields } = RECORDS[record.kind as keyof typeof RECORDS];
  const line = { kind: record.kind, ...named(record, fields), ...(body !== null && { body }) };
  if (record.kind !== 'news') return [line];
  const tags = record.ownTags ?? record.tags;
  const found = record.discoveries.map((one) => named(one, fields.discovery!.members!));
  const { media, url, title } = record;
  return [
    { ...line, tags, ...(found.length > 0 && { discovery: found[0] }) },
    ...found.slice(1).map((discovery) => ({ kind: 'news', media, url, title, discovery })),
  ];
}

/** The value with the field names of lines, and times as text. */
function named(value: object, fields: FieldDeclarations): object {
  const line: { [name: string]: unknown } = {};
  for (const [name, { as = name, type, members }] of Object.entries(fields)) {
    const one = (value as { [name: string]: unknown })[as];
    // An unknown value must not replace a value of the other store.
    if (one === undefined || one === null) continue;
    if (members === undefined) line[name] = type.startsWith('time') ? isoOf(one as number) : one;
    else if (Array.isArray(one)) line[name] = one.map((member) => named(member, members));
    else line[name] = named(one, members);
  }
  return line;
}
