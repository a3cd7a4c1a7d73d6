/**
 * `tagwire media …`: masks, switches and lists the media of the news service, in a store or through
 * the server that holds it.
 */
import type { Command } from 'commander';
import { allRegistered } from '../../app/all-registered.js';
import { externalRecordOf, knownMediaOf, missingOf } from '../../app/known-media.js';
import { ruleFile } from '../../app/rule-files.js';
import {
  mask,
  printRecords,
  printRows,
  type Registered,
  refuse,
  send,
  withSink,
} from '../administration.js';
import { addOptions } from '../config-file.js';

type MediaRecord = Registered['record'] & { kind: 'media' };

export function addMedia(program: Command): void {
  const media = program.command('media').description('hide, enable, disable and list media');
  const command = (usage: string, describes: string): Command =>
    addOptions(media.command(usage).description(describes), ['data', 'clock', 'logLevel']);

  command('list', 'print code, state, camp, title and home page of media')
    .option('--json', 'as records, one a line')
    .action(async (flags: { json?: boolean }, own: Command) => list(own, flags.json ?? false));
  command('known', 'add media that others often cite, so that citations of them are found')
    .option('--list', 'only print those that would be added')
    .action(async (flags: { list?: boolean }, own: Command) => addKnown(own, flags.list ?? false));
  for (const kind of ['hide', 'show'] as const) {
    const what = kind === 'hide' ? 'hide' : 'show again';
    command(`${kind} [media...]`, `${what} media, or articles by address, at once`)
      .option('--article <address...>', 'articles instead of whole media')
      .action(async (codes: string[], flags: { article?: string[] }, own: Command) => {
        const all = codes.map((key) => ({ target: 'media' as const, key }));
        const articles = (flags.article ?? []).map((key) => ({ target: 'news' as const, key }));
        if (all.length + articles.length === 0)
          refuse('name a media, or an article with --article');
        await mask(own, kind, [...all, ...articles]);
      });
  }
  for (const enabled of [true, false]) {
    const word = enabled ? 'enable' : 'disable';
    command(
      `${word} <media...>`,
      `${enabled ? 'collect and rank' : 'no longer collect or rank'} media`,
    ).action(async (codes: string[], _, own: Command) => setEnabled(own, codes, enabled));
  }
}

async function list(command: Command, asJson: boolean): Promise<void> {
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

async function setEnabled(command: Command, codes: string[], enabled: boolean): Promise<void> {
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
