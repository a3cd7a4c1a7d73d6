/**
 * Every text that reaches the thread for pages, hostile: the tasks of a real server's pages, with each
 * text of each answer replaced by each of the hostile ones in turn. What ingest would refuse is tried,
 * too, so a page does not lean on what was checked before it.
 */
import type { Test } from 'tap';
import type { App } from '../../../../src/app/app.js';
import { WorkPool } from '../../../../src/engine/actor/work-pool.js';
import { systemClock } from '../../../../src/kernel/clock.js';
import type { AdminChannel } from '../../../../src/serve/web/backend.js';
import type { Overview } from '../../../../src/serve/web/my/overview-view.js';
import type { SetsData, ShownSet } from '../../../../src/serve/web/my/sets.js';
import type { ShownWebhook, WebhooksData } from '../../../../src/serve/web/my/webhooks.js';
import { blogPages, NEWS_PAGES } from '../../../../src/serve/web/page-table.js';
import {
  type RawAnswer,
  type RenderTask,
  renderPage,
} from '../../../../src/serve/web/rendering.js';
import { Accounts } from '../../../../src/store/accounts/accounts.js';
import { faultsOf, HOSTILE_TEXTS, MARK } from '../hostile-texts.js';
import { Visitor } from '../people-world.js';
import { blogPaths, newsPaths } from '../world.js';

/** But for what is an address of the web: a page may lead there, whoever gives it. */
const TEXTS = HOSTILE_TEXTS.filter((text) => !/^https?:/i.test(text));
/**
 * Texts between those that begin two rounds: ways out and deeds take turns, so each place meets each of
 * both, and each page all texts. In a whole run each place meets each text.
 */
const STEP = process.env.TAGWIRE_TEST_ALL === '1' ? 1 : 5;
/** A server looks at the accounts this often. */
const LOOK_MS = 600;
/** Of a list; a page shows its entries alike. */
const ENTRIES_MAX = 2;
const PRIVATE_PATHS = [
  ...['/my/', '/my/sign-in/', '/my/webhooks/', '/admin/', '/admin/?state=verified'],
  ...['/admin/sources/', '/admin/users/', '/admin/store/', '/admin/audit/'],
  ...['/admin/media/', '/my/sets/', '/my/unsubscribe/?token=typed'],
];
/** What a page reads as a time. */
const TIME = /^\d{4}-\d\d-\d\d(T[\d:.]+Z)?$/;
/** What of a page's own data this server makes itself: tokens, a checked address, words of a few. */
const OWN_KEYS: ReadonlySet<string> = new Set([
  'csrf',
  'next',
  'role',
  'state',
  'way',
  'health',
  'service',
]);

const NONE: ReadonlySet<string> = new Set();

/** Pages whose answers hold no text from outside, and one that leads on to another. */
const WITHOUT_TEXTS = ['/tag/', '/my/sign-in/'];
/** What nobody has in this world: a crawler, keys, passkeys, webhooks. */
const CHANNEL: AdminChannel = {
  ...{ source: 'source', type: 'feed', url: 'address', health: 'failing', message: 'reason' },
  ...{ polls: 1, failed: 1, stored: 0, droppedTotal: 0, lastPolledMs: 1, dueMs: 2 },
};
const OWNED = { id: 1, atMs: 1, usedMs: null };
const WEBHOOK: ShownWebhook = {
  ...{ id: 1, service: 'news', url: 'receiver', label: 'webhook', state: 'on', atMs: 1 },
  ...{ filters: 'tag=typed', deliveredMs: null, failures: 1, failingSinceMs: 1, nextTryMs: 2 },
  message: 'refused',
  feed: { service: 'news', q: 'typed' },
};
const SET: ShownSet = {
  ...{ id: 1, name: 'u1', title: 'title', author: 'maker', grounds: 'why', isPublic: true },
  ...{ links: ['a link'], camps: [{ key: 'a', label: 'camp', colour: '#aa0000' }] },
  ...{ outlets: [{ media: 'outlet', camp: 'a' }], madeMs: 1, changedMs: 1, hasAddress: true },
};
const FURTHER: { readonly [page: string]: object } = {
  '/admin/sources/': { channels: [CHANNEL], trace: { source: 'source', lines: ['a line'] } },
  '/my/': {
    keys: [{ ...OWNED, label: 'key' }],
    passkeys: [{ ...OWNED, label: 'telephone' }],
    feeds: [
      {
        ...{ ...OWNED, label: 'reader', service: 'news', query: 'q=typed' },
        ...{ inDigest: true, mail: 'daily' },
      },
    ],
    passwords: [{ ...OWNED, label: 'program' }],
    tried: { form: { q: 'typed', label: 'tried' }, count: 1, days: 30 },
    webhooks: [WEBHOOK],
    hasPasskeys: true,
  } satisfies Partial<Overview>,
  '/my/webhooks/': {
    tested: { message: 'answer' },
    typed: { url: 'typed', label: 'typed, too' },
    webhooks: [WEBHOOK],
  } satisfies Partial<WebhooksData>,
  '/my/sets/': { sets: [SET] } satisfies Partial<SetsData>,
};

type Json = string | number | boolean | null | Json[] | { [name: string]: Json };

/** The words that schemas of an API allow where no other text may stand. */
function wordsOf(schema: Json): string[] {
  if (schema === null || typeof schema !== 'object') return [];
  if (Array.isArray(schema)) return schema.flatMap(wordsOf);
  const words = [schema.enum, schema.const].flat().filter((word) => typeof word === 'string');
  return [...words, ...Object.values(schema).flatMap(wordsOf)];
}

/** The same with other texts, but for those under keys that are left out. */
function replaced(
  value: Json,
  textOf: (text: string) => string,
  without: ReadonlySet<string>,
): Json {
  const other = (one: Json): Json => replaced(one, textOf, without);
  if (typeof value === 'string') return textOf(value);
  if (Array.isArray(value)) return value.slice(0, ENTRIES_MAX).map(other);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [name, without.has(name) ? one : other(one)]),
  );
}

/**
 * The task of a page, as it is in the round that begins with one of the texts. Equal texts stay equal, so
 * that what belongs together does.
 */
function hostileTask(task: RenderTask, words: ReadonlySet<string>, round: number): RenderTask {
  const known = new Map<string, string>();
  const textOf = (text: string): string => {
    if (text === '' || TIME.test(text) || words.has(text)) return text;
    const hostile = TEXTS[(round + known.size) % TEXTS.length]!;
    return known.get(text) ?? known.set(text, hostile).get(text)!;
  };
  const answers = Object.entries(task.answers).map(([name, answer]): [string, RawAnswer] => {
    const value = JSON.parse(Buffer.from(answer.body).toString()) as Json;
    const body = Buffer.from(JSON.stringify(replaced(value, textOf, NONE)));
    return [name, { ...answer, body }];
  });
  const own = task.data && { ...task.data, ...FURTHER[task.page] };
  const data = own === undefined ? undefined : replaced(own as Json, textOf, OWN_KEYS);
  return { ...task, answers: Object.fromEntries(answers), data, coding: '' };
}

/** Renders all pages of a server once for each text. It becomes somebody's, with a blog that is followed. */
export async function checkHostileFields(t: Test, app: App, folder: string): Promise<void> {
  const tasks: RenderTask[] = [];
  const { run } = WorkPool.prototype;
  t.capture(WorkPool.prototype, 'run', function (this: WorkPool, ...args: Parameters<typeof run>) {
    if ('facts' in args[0]) tasks.push(structuredClone(args[0]) as RenderTask);
    return run.apply(this, args);
  });
  const accounts = Accounts.open(folder, systemClock);
  const owner = await accounts.owner();
  await accounts.follows.follow(owner, ['b0000']);
  const link = await accounts.signIn.linkFor(owner, null);
  await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  const reader = new Visitor(app.newsUrl);
  for (const { path } of await newsPaths(app)) await reader.get(path);
  const visitor = new Visitor(app.blogUrl);
  for (const { path } of await blogPaths(app)) await visitor.get(path);
  await visitor.signIn(`${app.blogUrl}/my/sign-in/?token=${link}`);
  for (const path of PRIVATE_PATHS) await visitor.get(path);
  const articles = await fetch(`${app.newsUrl}/api/v1/articles?limit=1`);
  const [article] = ((await articles.json()) as { articles: { url: string }[] }).articles;
  await visitor.get(`/admin/items/?url=${encodeURIComponent(article!.url)}`);

  const words = new Set<string>();
  for (const base of [app.newsUrl, app.blogUrl]) {
    const schemas = (await (await fetch(`${base}/api/v1/openapi.json`)).json()) as Json;
    for (const word of wordsOf(schemas)) words.add(word);
  }

  const marked = new Set<string>();
  for (let round = 0; round < TEXTS.length; round += STEP) {
    for (const task of tasks) {
      const { body } = renderPage(hostileTask(task, words, round));
      const html = Buffer.from(body).toString();
      if (html.includes(MARK)) marked.add(task.page);
      const faults = faultsOf(html);
      if (faults.length > 0) t.same(faults, [], `${task.page}, round ${round}`);
    }
  }
  const pages = [...NEWS_PAGES, ...blogPages(null as never)].map(({ path }) => path);
  const others = pages.filter((page) => !marked.has(page));
  t.same(others, WITHOUT_TEXTS, 'texts are there, as texts, on all other pages');
}
