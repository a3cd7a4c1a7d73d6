/** Pages of the news service with four days of real articles. */
import '../../../engine/actor/threads-here.js';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import t from 'tap';
import { replayInto } from '../../../app/filled-store.js';
import { skip } from '../browser.js';
import { newsPaths, papersOf, retitled, servedFrom } from '../world.js';
import { checkLooks } from './looks.js';

const folder = process.env.TAGWIRE_TEST_DATA;
const BEGIN = '2022-05-28T16:00:00Z';
const END = '2022-06-01T12:00:00Z';

const noData = folder === undefined ? 'TAGWIRE_TEST_DATA is not set' : false;

t.test('pages of real articles are whole', { skip: skip || noData }, async (t) => {
  const set = join(folder!, 'zh-politics');
  const news = gunzipSync(readFileSync(join(set, 'news.ndjson.gz'))).toString();
  const lines = news.split('\n').filter((line) => line !== '' && isWithin(line));
  const media = readFileSync(join(set, 'media.ndjson'), 'utf8').trim().split('\n');
  const all = [...media, ...lines, retitled(lines, END)];
  const codes = media.flatMap((line) => (JSON.parse(line) as { media?: string }).media ?? []);
  const app = await servedFrom(t, END, (data) => replayInto(data, all), papersOf(codes));
  await checkLooks(t, [{ base: app.newsUrl, paths: await newsPaths(app) }]);
});

function isWithin(line: string): boolean {
  const { observedAt } = JSON.parse(line) as { observedAt: string };
  const ms = Date.parse(observedAt);
  return ms >= Date.parse(BEGIN) && ms < Date.parse(END);
}
