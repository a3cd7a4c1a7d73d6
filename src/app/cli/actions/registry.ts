/**
 * `tagwire blog …` and `tagwire media …`: registers, verifies, enables, masks and lists blogs and media, in a store
 * or through the server that holds it. And `tagwire topics explain ID`: why a topic ranks where it does.
 */
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { Command } from 'commander';
import type { ExplainAnswer } from '../../../blogs/topics/codec.js';
import { isoOf } from '../../../kernel/clock.js';
import type { Config } from '../../../kernel/config.js';
import { reasonAt } from '../../../kernel/errors.js';
import { COMMAND_LINE } from '../../../store/accounts/audit.js';
import { holdsStore } from '../../../store/log/store-traces.js';
import { commandAccounts } from '../../account-watch.js';
import { candidatesOf, readBlogList } from '../../crawling/blog-lists.js';
import type { IngestSink } from '../../ingest/ingest-socket.js';
import { addCounts, type LineCounts, noCounts } from '../../ingest/ingest-tally.js';
import { allRegistered, externalRecordOf, knownMediaOf, missingOf } from '../../registered.js';
import { ruleFile } from '../../rule-files.js';
import { instantOf, printRows, refuse } from '../answers.js';
import { configOf } from '../config-file.js';
import { withSink } from '../open-sink.js';

/** Lines of one request: few enough for a frame of the socket, whatever they hold. */
const LINES_MAX = 500;

/** Sends records, and reports refused ones; the others are still sent. */
async function send(sink: IngestSink, records: readonly object[]): Promise<LineCounts> {
  const sent = noCounts();
  for (let from = 0; from < records.length; from += LINES_MAX) {
    const batch = records.slice(from, from + LINES_MAX);
    const text = batch.map((record) => `${JSON.stringify(record)}\n`).join('');
    const summary = await sink.ingest(new TextEncoder().encode(text), false);
    addCounts(sent, summary);
    for (const { reason } of summary.rejects) process.stderr.write(`refused: ${reason}\n`);
  }
  if (sent.rejected > 0) process.exitCode = 1;
  return sent;
}

/** Sends records that change something, and prints how many changed something. */
async function change(sink: IngestSink, word: string, records: readonly object[]): Promise<void> {
  const { accepted, updated, unchanged } = await send(sink, records);
  process.stdout.write(`${word} ${accepted + updated}, unchanged ${unchanged}\n`);
}

/** Prints registered media or blogs as records of ingest. */
function printRecords(all: readonly { record: object }[]): void {
  for (const { record } of all) process.stdout.write(`${JSON.stringify(record)}\n`);
}

/** Writes a change into the audit log, before it is made. @throws TagwireError STORE_DAMAGED. */
async function noted(config: Config, action: string, target: string): Promise<void> {
  await commandAccounts(config).note(COMMAND_LINE, action, target);
}

/** Masks or unmasks targets; the name of the command decides: `hide` or `show`. */
async function mask(
  own: Command,
  targets: readonly { target: 'blog' | 'media' | 'post' | 'news'; key: string }[],
): Promise<void> {
  const config = configOf(own);
  const kind = own.name();
  const word = kind === 'hide' ? 'hidden' : 'shown';
  await withSink(config, async (sink) => {
    for (const { target, key } of targets) {
      await noted(config, `${target} ${word}`, `${target} ${key}`);
    }
    const records = targets.map((target) => ({ kind, ...target }));
    await change(sink, word, records);
  });
}

export async function maskBlogs(
  slugs: string[],
  { post = [] }: { post?: string[] },
  own: Command,
): Promise<void> {
  if (slugs.length + post.length === 0) refuse('name a blog, or a post with --post');
  await mask(own, [
    ...slugs.map((key) => ({ target: 'blog' as const, key })),
    ...post.map((key) => ({ target: 'post' as const, key })),
  ]);
}

export async function maskMedia(
  codes: string[],
  { article = [] }: { article?: string[] },
  own: Command,
): Promise<void> {
  if (codes.length + article.length === 0) refuse('name a media, or an article with --article');
  await mask(own, [
    ...codes.map((key) => ({ target: 'media' as const, key })),
    ...article.map((key) => ({ target: 'news' as const, key })),
  ]);
}

interface AddFlags {
  file?: string[];
  dryRun?: boolean;
  name?: string;
  url?: string;
  category?: string;
  description?: string;
  feed?: string[];
  alias?: string[];
  unverified?: boolean;
}

export async function addBlogs(
  slug: string | undefined,
  flags: AddFlags,
  own: Command,
): Promise<void> {
  if (flags.file !== undefined) await importLists(own, flags.file, flags.dryRun ?? false);
  else await addOne(own, slug ?? refuse('name the blog, or give lists with --file'), flags);
}

async function addOne(own: Command, slug: string, flags: AddFlags): Promise<void> {
  const config = configOf(own);
  const isWhole = flags.name !== undefined && flags.url !== undefined;
  if (!isWhole && !holdsStore(config.data)) refuse('a new blog needs --name and --url');
  await withSink(
    config,
    async (sink) => {
      const before = (await allRegistered(sink, 'blog')).find(
        ({ record }) => record.slug === slug,
      )?.record;
      const name = flags.name ?? before?.name ?? refuse('a new blog needs --name');
      const sourceUrl = flags.url ?? before?.sourceUrl ?? refuse('a new blog needs --url');
      const { accepted, updated, unchanged } = await send(sink, [
        {
          ...{ kind: 'blog', slug, name, sourceUrl },
          category: flags.category,
          description: flags.description,
          feeds: flags.feed?.map((url) => ({ url, type: feedTypeOf(url) })),
          aliases: flags.alias,
          verified: flags.unverified === true ? false : undefined,
        },
      ]);
      if (accepted + updated + unchanged === 0) return;
      const done = accepted > 0 ? 'registered' : updated > 0 ? 'changed' : 'unchanged';
      process.stdout.write(`${slug}: ${done}\n`);
    },
    isWhole ? 'make' : 'refuse',
  );
}

function feedTypeOf(url: string): 'rss' | 'atom' | 'sitemap' {
  if (/sitemap/i.test(url)) return 'sitemap';
  return /atom/i.test(url) ? 'atom' : 'rss';
}

async function importLists(own: Command, paths: readonly string[], dryRun: boolean): Promise<void> {
  const lists = paths.map((path) => readBlogList(readList(path), basename(path)));
  const unusable = lists.reduce((sum, one) => sum + one.unusable, 0);
  await withSink(
    configOf(own),
    async (sink) => {
      const { records, known } = candidatesOf(
        lists.flatMap(({ blogs }) => blogs),
        (await allRegistered(sink, 'blog')).map(({ record }) => record),
      );
      if (dryRun) {
        printRecords(records.map((record) => ({ record })));
        return;
      }
      const { accepted, rejected } = await send(sink, records);
      process.stdout.write(
        `candidates ${accepted}, known already ${known}, without a usable address ${unusable}, refused ${rejected}\n`,
      );
    },
    dryRun ? 'refuse' : 'make',
  );
}

function readList(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    return refuse(reasonAt(path, error));
  }
}

/** `tagwire blog verify` and `tagwire blog unverify`. */
export async function setVerified(slugs: string[], _: object, own: Command): Promise<void> {
  const config = configOf(own);
  const verified = own.name() === 'verify';
  const word = verified ? 'verified' : 'unverified';
  await withSink(config, async (sink) => {
    const blogs = await allRegistered(sink, 'blog');
    const records = slugs.map((slug) => {
      const found = blogs.find(({ record }) => record.slug === slug);
      if (found === undefined) return refuse(`there is no blog "${slug}"`);
      const { name, sourceUrl } = found.record;
      return { kind: 'blog', slug, name, sourceUrl, verified };
    });
    for (const { slug } of records) await noted(config, `blog ${word}`, `blog ${slug}`);
    await change(sink, word, records);
  });
}

/** `tagwire media enable` and `tagwire media disable`. */
export async function setEnabled(codes: string[], _: object, own: Command): Promise<void> {
  const enabled = own.name() === 'enable';
  await withSink(configOf(own), async (sink) => {
    const all = await allRegistered(sink, 'media');
    const records = codes.map((code) => {
      const found = all.find(({ record }) => record.media === code);
      if (found === undefined) return refuse(`there is no media "${code}"`);
      return { kind: 'media', media: code, title: found.record.title, enabled };
    });
    await change(sink, enabled ? 'enabled' : 'disabled', records);
  });
}

interface ListFlags {
  candidates?: boolean;
  verified?: boolean;
  json?: boolean;
}

export async function listBlogs(flags: ListFlags, own: Command): Promise<void> {
  const all = await withSink(configOf(own), (sink) => allRegistered(sink, 'blog'));
  const wanted = all.filter(
    ({ record: { verified } }) => !(flags.candidates && verified) && !(flags.verified && !verified),
  );
  if (flags.json) return printRecords(wanted);
  printRows(
    wanted.map(({ record: { slug, name, sourceUrl, verified }, hidden }) => {
      const state = hidden ? 'hidden' : verified ? 'verified' : 'candidate';
      return [slug, state, name, sourceUrl];
    }),
  );
}

export async function listMedia({ json }: { json?: boolean }, own: Command): Promise<void> {
  const all = await withSink(configOf(own), (sink) => allRegistered(sink, 'media'));
  if (json) return printRecords(all);
  printRows(
    all.map(({ record: { media, enabled, external, camp, title, homepage }, hidden }) => {
      const state = hidden ? 'hidden' : external ? 'external' : enabled ? 'enabled' : 'disabled';
      return [media, state, camp, title, homepage ?? ''];
    }),
  );
}

/** Adds the known media of which the store has neither code nor name; they are only cited. */
export async function addKnownMedia({ list }: { list?: boolean }, own: Command): Promise<void> {
  const known = knownMediaOf(ruleFile('known-media'));
  await withSink(configOf(own), async (sink) => {
    const all = await allRegistered(sink, 'media');
    const missing = missingOf(
      known,
      all.map(({ record }) => record),
    );
    if (list) {
      printRows(missing.map(({ media, title, country }) => [media, title, country]));
      return;
    }
    const { accepted } = await send(sink, missing.map(externalRecordOf));
    process.stdout.write(`added ${accepted}, known already ${known.length - missing.length}\n`);
  });
}

function explanationText(
  { id, label, nowMs, steps, refusal, rank }: ExplainAnswer,
  hours: string,
): string {
  const width = Math.max(...steps.map(({ rule }) => rule.length));
  const head = id === null ? [] : [`${label}`, id, `${hours} hours before ${isoOf(nowMs)}`, ''];
  const lines = steps.map(
    ({ rule, finding, holds }) => `${holds ? 'yes' : 'no '}  ${rule.padEnd(width)}  ${finding}`,
  );
  const verdict =
    rank === null ? `not listed: ${refusal ?? 'unknown'}` : `listed as number ${rank}`;
  return `${[...head, ...lines, '', verdict].join('\n')}\n`;
}

/** `tagwire topics explain ID`, in the window before a time; before the store's last tick where none is given. */
export async function explainTopic(
  id: string,
  { hours, at }: { hours: string; at?: string },
  own: Command,
): Promise<void> {
  const nowMs = instantOf(own, '--at', at);
  const answer = await withSink(configOf(own), (sink) =>
    sink.ask('topics', { type: 'explain', id, hours: Number(hours), nowMs }),
  );
  process.stdout.write(explanationText(answer, hours));
  if (answer.id === null) process.exitCode = 1;
}
