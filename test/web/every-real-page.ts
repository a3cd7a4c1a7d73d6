/** Pages of the news service with four days of real articles, one language at a time. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import t from 'tap';
import { replayInto } from '../app/filled-store.js';
import { clean, type LANGUAGES, Reader, skip, startBrowser } from './browser.js';
import { type Part, partOf } from './parts-of-pages.js';
import { newsPaths, servedFrom } from './world.js';

const folder = process.env.TAGWIRE_TEST_DATA;
const BEGIN = '2022-05-28T16:00:00Z';
const END = '2022-06-01T12:00:00Z';

const noData = folder === undefined ? 'TAGWIRE_TEST_DATA is not set' : false;

/** Declares the test of pages with real articles for a reader of one language. */
export function everyRealPage(language: (typeof LANGUAGES)[number], part: Part): void {
  const name = `pages of real articles in ${language} are whole`;
  t.test(name, { skip: skip || noData }, async (t) => {
    const set = join(folder!, 'zh-politics');
    const news = gunzipSync(readFileSync(join(set, 'news.ndjson.gz'))).toString();
    const lines = news.split('\n').filter((line) => line !== '' && isWithin(line));
    const media = readFileSync(join(set, 'media.ndjson'), 'utf8').trim().split('\n');
    const app = await servedFrom(t, END, (data) => replayInto(data, [...media, ...lines]));
    const browser = await startBrowser();
    t.teardown(() => browser.close());
    const paths = partOf(await newsPaths(app), part);
    const reader = await Reader.start(browser, app.newsUrl, language);
    for (const { path, status } of paths) t.same(await reader.open(path), clean(status), path);
    await reader.close();
  });
}

function isWithin(line: string): boolean {
  const { observedAt } = JSON.parse(line) as { observedAt: string };
  const ms = Date.parse(observedAt);
  return ms >= Date.parse(BEGIN) && ms < Date.parse(END);
}
