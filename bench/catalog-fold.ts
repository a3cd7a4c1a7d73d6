/**
 * How fast does the catalog's writer fold articles, and what does one cost in memory?
 *
 * `TAGWIRE_BENCH_ARTICLES` asks for another number of articles.
 *
 * Articles come in slices of 150 with a delta after each, most in the order of their time and some
 * late, as a busy day delivers them. Building the records is not counted. Sections: `apply`
 * (search form, tag keys, JSON), `takeDelta` (runs and merges), `reader` (taking deltas).
 */
import { DAY_MS, HOUR_MS, localDayStartMs } from '../src/kernel/clock.js';
import {
  CAMPS,
  type Entry,
  type MediaRecord,
  type NewsRecord,
} from '../src/kernel/model/records.js';
import { CatalogReader } from '../src/news/catalog/reader.js';
import { CatalogWriter } from '../src/news/catalog/writer.js';
import { plainMedia, plainNews } from '../test/kernel/model/plain-records.js';

const ARTICLES = Number(process.env.TAGWIRE_BENCH_ARTICLES ?? 200_000);
const PER_DAY = Math.ceil(ARTICLES / 10);
const SLICE = 150;
const OUTLETS = 60;
const LATE_SHARE = 0.1;
const START_MS = localDayStartMs(Date.UTC(2026, 0, 1));
const HAN =
  '的一是在不了有和人這中大為上個國我以要他時來用們生到作地於出就分對成會可主發年動同工也能下過子說產種面而方後多定行學法所民得經十三之進著等部度家電力裡如水化高自二理起小物現實加量都兩體制機當使點從業本去把性好應開它合還因由其些然前外天政四日那社義事平形相全表間樣與關各重新線內數正心反你明看原又麼利比或但質氣第向道命此變條只沒結解問意建月公無系軍很情者最立代想已通並提直題黨程展五果料象員革位入常文總次品式活設及管特件長求老頭基資邊流路級少圖山統接知較將組見計別她手角期根論運農指幾九區強放決西被幹做必戰先回則任取據處隊南給色光門即保治北造百規熱領七海口東導器壓志世金增爭濟階油思術極交受聯什認六共權收證改清己美再採轉更單風切打白教速花帶安場身車例真務具萬每目至達走積示議聲報鬥完類八離華名確才科張信馬節話米整空元況今集溫傳土許步群廣石記需段研界拉林律叫且究觀越織裝';

/** A small generator of our own: the same articles every time. */
let state = 0x9e3779b9;
function random(): number {
  state ^= state << 13;
  state ^= state >>> 17;
  state ^= state << 5;
  return (state >>> 0) / 0x1_0000_0000;
}

function phrase(length: number): string {
  let text = '';
  for (let at = 0; at < length; at++) text += HAN[Math.floor(random() * HAN.length)];
  return text;
}

const vocabulary = Array.from({ length: 20_000 }, () => phrase(2 + Math.floor(random() * 4)));

function mediaRecord(number: number): MediaRecord {
  return plainMedia(`outlet-${number}`, { title: phrase(4), camp: CAMPS[number % 3]! });
}

function newsRecord(id: number): NewsRecord {
  const orderMs = START_MS + Math.floor((id / PER_DAY) * DAY_MS);
  const lateMs = random() < LATE_SHARE ? Math.floor(random() * 6 * HOUR_MS) : 0;
  const media = `outlet-${Math.floor(random() ** 2 * OUTLETS)}`;
  const tags = new Set<string>();
  while (tags.size < 5) tags.add(vocabulary[Math.floor(random() ** 3 * vocabulary.length)]!);
  return plainNews(id, media, orderMs - lateMs, {
    url: `https://www.${media}.example/news/2026/${id}/story-${id * 7919}.html`,
    title: `${phrase(14)}「${phrase(6)}」 ${Math.floor(random() * 1000)}億 AI`,
    description: `${phrase(40)}，${phrase(40)}。`,
    observedMs: orderMs,
    section: phrase(2),
    image: `https://img.${media}.example/2026/${id}.jpg`,
    tags: [...tags],
    bodyChars: 900,
    bodyHash: '0123456789abcdef',
    fetchedMs: orderMs,
  });
}

const reader = new CatalogReader();
const writer = new CatalogWriter(reader.writerOptions());
const spentMs = { apply: 0, takeDelta: 0, reader: 0, compact: 0 };
let sequence = 0;
let deltaNumber = 0;
let heldBytesMax = 0;

function timed<T>(section: keyof typeof spentMs, work: () => T): T {
  const fromMs = performance.now();
  const result = work();
  spentMs[section] += performance.now() - fromMs;
  return result;
}

function cut(section: 'takeDelta' | 'compact', fresh = false): void {
  const taken = timed(section, () => writer.takeDelta());
  if (taken === null) return;
  deltaNumber += 1;
  heldBytesMax = Math.max(heldBytesMax, taken.value.heldBytes);
  timed('reader', () => reader.apply(taken.value, fresh));
}

function fold(records: Entry['record'][]): void {
  const entries = records.map((record) => ({ sequence: ++sequence, record, body: null }));
  timed('apply', () => {
    writer.acknowledge(deltaNumber);
    for (const entry of entries) writer.apply(entry);
  });
  cut('takeDelta');
}

export async function run(): Promise<void> {
  writer.restored(0);
  cut('takeDelta', true);
  fold(Array.from({ length: OUTLETS }, (_, number) => mediaRecord(number)));
  for (let id = 1; id <= ARTICLES; ) {
    const slice: NewsRecord[] = [];
    while (slice.length < SLICE && id <= ARTICLES) slice.push(newsRecord(id++));
    fold(slice);
  }
  while (writer.canCompact) {
    timed('compact', () => {
      writer.acknowledge(deltaNumber);
      writer.compact();
    });
    cut('compact');
  }
  writer.acknowledge(deltaNumber);

  const micros = (ms: number): string => `${((1000 * ms) / ARTICLES).toFixed(2)} µs per article`;
  const { usedBytes, heldBytes, runs, segments } = reader.figures;
  const writerMs = spentMs.apply + spentMs.takeDelta;
  const lines = [
    `articles   ${ARTICLES} in ${segments} segments, ${runs} runs`,
    `memory     ${Math.round(usedBytes / ARTICLES)} bytes per article used, ${Math.round(heldBytes / ARTICLES)} held, ${Math.round(heldBytesMax / ARTICLES)} held at most`,
    `writer     ${micros(writerMs)}, ${Math.round((1000 * ARTICLES) / writerMs)} articles per second`,
    ...Object.entries(spentMs).map(([section, ms]) => `  ${section.padEnd(10)} ${micros(ms)}`),
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
}
