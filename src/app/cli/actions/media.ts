/**
 * `tagwire media …`: masks, switches and lists the media of the news service, in a store or through
 * the server that holds it.
 */
import type { Command } from 'commander';
import { allRegistered, externalRecordOf, knownMediaOf, missingOf } from '../../registered.js';
import { ruleFile } from '../../rule-files.js';
import { mask, printRecords, type RegistryItem, send, withSink } from '../administration.js';
import { printRows, refuse } from '../answers.js';

type MediaRecord = RegistryItem['record'] & { kind: 'media' };

async function printMedia(command: Command, asJson: boolean): Promise<void> {
  const all = await withSink(command, (sink) => allRegistered(sink, 'media'));
  if (asJson) return printRecords(all);
  printRows(
    all.map(({ record, hidden }) => {
      const { media, enabled, external, camp, title, homepage } = record as MediaRecord;
      const state = hidden ? 'hidden' : external ? 'external' : enabled ? 'enabled' : 'disabled';
      return [media, state, camp, title, homepage ?? ''];
    }),
  );
}

/** Adds the known media of which the store has neither code nor name; they are only cited. */
async function addKnown(command: Command, isDryRun: boolean): Promise<void> {
  const known = knownMediaOf(ruleFile('known-media'));
  await withSink(command, async (sink) => {
    const all = await allRegistered(sink, 'media');
    const missing = missingOf(
      known,
      all.map(({ record }) => record as MediaRecord),
    );
    if (isDryRun) {
      printRows(missing.map(({ media, title, country }) => [media, title, country]));
      return;
    }
    const { accepted } = await send(sink, missing.map(externalRecordOf));
    process.stdout.write(`added ${accepted}, known already ${known.length - missing.length}\n`);
  });
}

export async function setEnabled(
  command: Command,
  codes: string[],
  enabled: boolean,
): Promise<void> {
  await withSink(command, async (sink) => {
    const all = await allRegistered(sink, 'media');
    const records = codes.map((code) => {
      const found = all.find(({ record }) => (record as MediaRecord).media === code);
      if (found === undefined) return refuse(`there is no media "${code}"`);
      return { kind: 'media', media: code, title: (found.record as MediaRecord).title, enabled };
    });
    const { accepted, updated, unchanged } = await send(sink, records);
    const word = enabled ? 'enabled' : 'disabled';
    process.stdout.write(`${word} ${accepted + updated}, unchanged ${unchanged}\n`);
  });
}

export async function list(flags: { json?: boolean }, own: Command): Promise<void> {
  await printMedia(own, flags.json ?? false);
}

export async function known(flags: { list?: boolean }, own: Command): Promise<void> {
  await addKnown(own, flags.list ?? false);
}

export async function maskMedia(
  kind: 'hide' | 'show',
  codes: string[],
  flags: { article?: string[] },
  own: Command,
): Promise<void> {
  const all = codes.map((key) => ({ target: 'media' as const, key }));
  const articles = (flags.article ?? []).map((key) => ({ target: 'news' as const, key }));
  if (all.length + articles.length === 0) refuse('name a media, or an article with --article');
  await mask(own, kind, [...all, ...articles]);
}
