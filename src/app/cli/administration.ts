/**
 * What the administrative commands share: the way to a store, and how records and lists go there
 * and back.
 */
import type { Command } from 'commander';
import type { IngestSink } from '../ingest/ingest-socket.js';
import { noteByCommandLine } from '../people.js';
import { configOf } from './config-file.js';
import { openSink, type WhereNone } from './open-sink.js';

/** Lines of one request: within a frame of the socket whatever they hold. */
const LINES_MAX = 500;

/** Something registered, as a page of the registry holds it. */
export type RegistryItem = Awaited<ReturnType<IngestSink['registry']>>['items'][number];

/** Opens the store of a command, or the server that holds it, for the time of some work. */
export async function withSink<T>(
  command: Command,
  work: (sink: IngestSink) => Promise<T>,
  whereNone: WhereNone = 'refuse',
): Promise<T> {
  const sink = await openSink(configOf(command), whereNone);
  try {
    return await work(sink);
  } finally {
    await sink.close();
  }
}

export interface Sent {
  accepted: number;
  updated: number;
  unchanged: number;
  rejected: number;
}

/** Sends records; what is refused is reported, the rest goes on. */
export async function send(sink: IngestSink, records: readonly object[]): Promise<Sent> {
  const sent: Sent = { accepted: 0, updated: 0, unchanged: 0, rejected: 0 };
  for (let from = 0; from < records.length; from += LINES_MAX) {
    const batch = records.slice(from, from + LINES_MAX);
    const text = batch.map((record) => `${JSON.stringify(record)}\n`).join('');
    const summary = await sink.ingest(new TextEncoder().encode(text), false);
    sent.accepted += summary.accepted;
    sent.updated += summary.updated;
    sent.unchanged += summary.unchanged;
    sent.rejected += summary.rejects.length;
    for (const { reason } of summary.rejects) process.stderr.write(`refused: ${reason}\n`);
  }
  if (sent.rejected > 0) process.exitCode = 1;
  return sent;
}

/** Prints what is registered as records of ingest. */
export function printRecords(all: readonly { record: object }[]): void {
  for (const { record } of all) process.stdout.write(`${JSON.stringify(record)}\n`);
}

/** Writes a change into the audit log, before it is made. */
export async function noted(command: Command, action: string, target: string): Promise<void> {
  await noteByCommandLine(configOf(command), action, target);
}

/** Masks a target or undoes it, and says what came of it. */
export async function mask(
  command: Command,
  kind: 'hide' | 'show',
  targets: readonly { target: 'blog' | 'media' | 'post' | 'news'; key: string }[],
): Promise<void> {
  await withSink(command, async (sink) => {
    const word = kind === 'hide' ? 'hidden' : 'shown';
    for (const { target, key } of targets)
      await noted(command, `${target} ${word}`, `${target} ${key}`);
    const sent = await send(
      sink,
      targets.map((target) => ({ kind, ...target })),
    );
    const done = sent.accepted + sent.updated;
    process.stdout.write(`${word} ${done}, unchanged ${sent.unchanged}\n`);
  });
}
