/** Pages of the news service with four days of real articles, in every width, language and scheme. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import t from 'tap';
import { replayInto } from '../app/filled-store.js';
import { clean, LANGUAGES, Reader, skip, startBrowser } from './browser.js';
import { newsPaths, servedFrom } from './world.js';

const folder = process.env.TAGWIRE_TEST_DATA;
const BEGIN = '2022-05-28T16:00:00Z';
const END = '2022-06-01T12:00:00Z';

const noData = folder === undefined ? 'TAGWIRE_TEST_DATA is not set' : false;

t.test('pages of real articles are whole', { skip: skip || noData }, async (t) => {
  const set = join(folder!, 'zh-politics');
  const news = gunzipSync(readFileSync(join(set, 'news.ndjson.gz'))).toString();
  const lines = news.split('\n').filter((line) => line !== '' && isWithin(line));
  const media = readFileSync(join(set, 'media.ndjson'), 'utf8').trim().split('\n');
  const app = await servedFrom(t, END, (data) => replayInto(data, [...media, ...lines]));
  const browser = await startBrowser();
  t.teardown(() => browser.close());
  const paths = await newsPaths(app);
  for (const language of LANGUAGES) {
    const reader = await Reader.start(browser, app.newsUrl, language);
    for (const { path, status } of paths) {
      t.same(await reader.open(path), clean(status), `${path} ${language}`);
    }
    await reader.close();
  }
});

function isWithin(line: string): boolean {
  const { observedAt } = JSON.parse(line) as { observedAt: string };
  const ms = Date.parse(observedAt);
  return ms >= Date.parse(BEGIN) && ms < Date.parse(END);
}
