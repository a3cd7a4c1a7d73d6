/** A newsroom with copied stories for the tests of the similarity endpoints. */
import { proseOf } from '../../../news/similarity/prose.js';

export const NOW = '2026-03-10T04:00:30.000Z';

/** Minutes before `NOW`'s minute. */
export function minutesAgo(minutes: number): string {
  return new Date(Date.parse('2026-03-10T04:00:00.000Z') - minutes * 60_000).toISOString();
}

export const MEDIA = [
  { kind: 'media', media: 'sunrise', title: '朝陽報', country: '台灣', countryCode: 'TW' },
  { kind: 'media', media: 'harbour', title: '海港新聞網', country: '台灣', countryCode: 'TW' },
  { kind: 'media', media: 'plain', title: '平原通訊', country: '台灣', countryCode: 'TW' },
  { kind: 'media', media: 'mirror', title: '轉載站', syndicated: true },
  {
    kind: 'media',
    media: 'wire',
    title: '外電社',
    country: '英國',
    countryCode: 'GB',
    aliases: ['外電通訊社'],
    external: true,
  },
];

export interface Spec {
  key: string;
  media: string;
  minutes: number;
  body?: string | null;
  [field: string]: unknown;
}

export function article({ key, media, minutes, ...rest }: Spec): object {
  return {
    kind: 'news',
    media,
    url: `https://${media}.example/${key}`,
    title: `標題 ${key}`,
    publishedAt: minutesAgo(minutes),
    observedAt: minutesAgo(minutes - 1),
    ...rest,
  };
}

/** A story of 400 letters, and one that shares `letters` of them. */
export const STORY = proseOf(1, 0, 400);
export function retold(letters: number, seed: number): string {
  return `${proseOf(1, 0, letters)}。${proseOf(seed, 0, 400 - letters)}`;
}
