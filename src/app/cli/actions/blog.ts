/**
 * `tagwire blog …`: registers, verifies, masks and lists blogs, in a store or through the server that holds
 * it. And `tagwire topics explain ID`: why a topic ranks where it does, or is not listed, step by step.
 */

import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { Command } from 'commander';
import { isoOf } from '../../../kernel/clock.js';
import { reasonAt } from '../../../kernel/errors.js';
import { candidatesOf, readBlogList } from '../../crawling/blog-lists.js';
import { allRegistered } from '../../registered.js';
import { hasStore } from '../../store-folder.js';
import { type ExplainAnswer, explainTopic } from '../../tools/index-questions.js';
import { mask, noted, printRecords, type RegistryItem, send, withSink } from '../administration.js';
import { instantOf, printRows, refuse } from '../answers.js';
import { configOf } from '../config-file.js';

type BlogRecord = RegistryItem['record'] & { kind: 'blog' };

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

async function addOne(command: Command, slug: string | undefined, flags: AddFlags): Promise<void> {
  if (slug === undefined) refuse('name the blog, or give lists with --file');
  const isWhole = flags.name !== undefined && flags.url !== undefined;
  if (!isWhole && !hasStore(configOf(command).data)) refuse('a new blog needs --name and --url');
  await withSink(
    command,
    async (sink) => {
      const known = (await allRegistered(sink, 'blog')).find(
        ({ record }) => slugOf(record) === slug,
      );
      const before = known?.record as BlogRecord | undefined;
      const name = flags.name ?? before?.name ?? refuse('a new blog needs --name');
      const sourceUrl = flags.url ?? before?.sourceUrl ?? refuse('a new blog needs --url');
      const record = {
        kind: 'blog',
        slug,
        name,
        sourceUrl,
        category: flags.category,
        description: flags.description,
        feeds: flags.feed?.map((url) => ({ url, type: feedTypeOf(url) })),
        aliases: flags.alias,
        verified: flags.unverified === true ? false : undefined,
      };
      const { accepted, updated, unchanged } = await send(sink, [record]);
      if (accepted + updated + unchanged > 0) {
        process.stdout.write(
          `${slug}: ${accepted > 0 ? 'registered' : updated > 0 ? 'changed' : 'unchanged'}\n`,
        );
      }
    },
    isWhole ? 'make' : 'refuse',
  );
}

async function importLists(command: Command, paths: string[], dryRun: boolean): Promise<void> {
  const lists = paths.map((path) => readBlogList(readList(path), basename(path)));
  const listed = lists.flatMap(({ blogs }) => blogs);
  const unusable = lists.reduce((sum, one) => sum + one.unusable, 0);
  await withSink(
    command,
    async (sink) => {
      const blogs = await allRegistered(sink, 'blog');
      const { records, known } = candidatesOf(
        listed,
        blogs.map(({ record }) => record as BlogRecord),
      );
      if (dryRun) {
        return printRecords(records.map((record) => ({ record })));
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

export async function setVerified(
  command: Command,
  slugs: string[],
  verified: boolean,
): Promise<void> {
  await withSink(command, async (sink) => {
    const blogs = await allRegistered(sink, 'blog');
    const records = slugs.map((slug) => {
      const found = blogs.find(({ record }) => slugOf(record) === slug);
      if (found === undefined) return refuse(`there is no blog "${slug}"`);
      const { name, sourceUrl } = found.record as BlogRecord;
      return { kind: 'blog', slug, name, sourceUrl, verified };
    });
    const word = verified ? 'verified' : 'unverified';
    for (const { slug } of records) await noted(command, `blog ${word}`, `blog ${slug}`);
    const { accepted, updated, unchanged } = await send(sink, records);
    process.stdout.write(`${word} ${accepted + updated}, unchanged ${unchanged}\n`);
  });
}

interface ListFlags {
  candidates?: boolean;
  verified?: boolean;
  json?: boolean;
}

async function printBlogs(command: Command, flags: ListFlags): Promise<void> {
  const all = await withSink(command, (sink) => allRegistered(sink, 'blog'));
  const wanted = all.filter(({ record }) => {
    const { verified } = record as BlogRecord;
    return !(flags.candidates && verified) && !(flags.verified && !verified);
  });
  if (flags.json) return printRecords(wanted);
  printRows(
    wanted.map(({ record, hidden }) => {
      const { slug, name, sourceUrl, verified } = record as BlogRecord;
      const state = hidden ? 'hidden' : verified ? 'verified' : 'candidate';
      return [slug, state, name, sourceUrl];
    }),
  );
}

function slugOf(record: RegistryItem['record']): string {
  return (record as BlogRecord).slug;
}

function feedTypeOf(url: string): 'rss' | 'atom' | 'sitemap' {
  if (/sitemap/i.test(url)) return 'sitemap';
  return /atom/i.test(url) ? 'atom' : 'rss';
}

export async function add(slug: string | undefined, flags: AddFlags, own: Command): Promise<void> {
  if (flags.file !== undefined) await importLists(own, flags.file, flags.dryRun ?? false);
  else await addOne(own, slug, flags);
}

export async function maskBlogs(
  kind: 'hide' | 'show',
  slugs: string[],
  flags: { post?: string[] },
  own: Command,
): Promise<void> {
  const blogs = slugs.map((key) => ({ target: 'blog' as const, key }));
  const posts = (flags.post ?? []).map((key) => ({ target: 'post' as const, key }));
  if (blogs.length + posts.length === 0) refuse('name a blog, or a post with --post');
  await mask(own, kind, [...blogs, ...posts]);
}

export async function list(flags: ListFlags, own: Command): Promise<void> {
  await printBlogs(own, flags);
}

interface ExplainFlags {
  hours: string;
  at?: string;
}

function textOf({ id, label, nowMs, steps, refusal, rank }: ExplainAnswer, hours: string): string {
  const width = Math.max(...steps.map(({ rule }) => rule.length));
  const head = id === null ? [] : [`${label}`, id, `${hours} hours before ${isoOf(nowMs)}`, ''];
  const lines = steps.map(
    ({ rule, finding, holds }) => `${holds ? 'yes' : 'no '}  ${rule.padEnd(width)}  ${finding}`,
  );
  const verdict =
    rank === null ? `not listed: ${refusal ?? 'unknown'}` : `listed as number ${rank}`;
  return `${[...head, ...lines, '', verdict].join('\n')}\n`;
}

/**
 * `tagwire topics explain ID`: why a topic ranks where it does, or is not listed, step by step. Asks
 * the server that holds the store, or opens the store where none runs.
 */
export async function explain(
  id: string,
  { hours, at }: ExplainFlags,
  own: Command,
): Promise<void> {
  const nowMs = instantOf(own, '--at', at);
  const answer = await withSink(own, (sink) => explainTopic(sink, id, Number(hours), nowMs));
  process.stdout.write(textOf(answer, hours));
  if (answer.id === null) process.exitCode = 1;
}
