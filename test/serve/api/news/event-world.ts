/** Ten outlets over two days, with stories that break, run through the night, and merge. */
import { HOUR_MS, MINUTE_MS } from '../../../../src/kernel/clock.js';

/** 18:00 in Taipei. */
export const START_MS = Date.parse('2026-03-10T10:00:00.000Z');

const CAMPS = [
  'blue',
  'blue',
  'blue',
  'blue',
  'green',
  'green',
  'green',
  'green',
  'other',
  'other',
];

export const MEDIA = [
  { kind: 'category', key: 'news', label: '新聞' },
  { kind: 'category', key: 'tv', label: '電視台' },
  ...CAMPS.map((camp, number) => ({
    kind: 'media',
    media: `outlet${number}`,
    title: `第 ${number} 報`,
    camp,
    categories: ['news'],
    icon: number === 0 ? 'https://outlet0.example/icon.png' : null,
    collectingSince: '2026-02-01T00:00:00Z',
  })),
  // Not of the news: its articles count nowhere but in series and lists.
  { kind: 'media', media: 'local', title: '地方報', camp: 'blue', categories: [] },
];

export interface Story {
  tags: string[];
  title: string;
}

export const QUAKE: Story = { tags: ['強震', '花蓮', '救援'], title: '花蓮強震' };
export const BUDGET: Story = { tags: ['預算案', '立法院', '刪減'], title: '預算案表決' };

/** Of several digits, so that it is a word of its own and no report a copy of another. */
let nextKey = 120;

/** A report of a story, some minutes after the start. */
export function report(story: Story, outlet: number | string, minutes: number): object {
  const key = nextKey++;
  const media = typeof outlet === 'number' ? `outlet${outlet}` : outlet;
  const at = new Date(START_MS + minutes * MINUTE_MS).toISOString();
  return {
    kind: 'news',
    media,
    url: `https://${media}.example/${key}`,
    title: `${story.title} 第 ${key} 報`,
    tags: story.tags,
    publishedAt: at,
    observedAt: at,
    ...(key % 3 === 0 ? { image: `https://${media}.example/${key}.jpg` } : {}),
  };
}

/** Reports of a story by several outlets. */
export function reports(story: Story, outlets: readonly number[], minutes: number): object[] {
  return outlets.flatMap((outlet) => [
    report(story, outlet, minutes),
    report(story, outlet, minutes + 1),
  ]);
}

/** Everyday articles that have nothing in common, not even a headline. */
export function everyday(minutes: number): object[] {
  return CAMPS.map((_, outlet) => {
    const title = String.fromCodePoint(...[0, 1, 2, 3].map((at) => 0x5000 + 4 * nextKey + at));
    return report({ tags: [`日常${nextKey}`, `瑣事${nextKey}`], title }, outlet, minutes);
  });
}

/** The instant some hours after the start. */
export function hoursAfter(hours: number): string {
  return new Date(START_MS + hours * HOUR_MS).toISOString();
}
