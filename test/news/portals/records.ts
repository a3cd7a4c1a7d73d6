/** Records of invented portals, whole as the log writes them. */
import type {
  PortalCheckRecord,
  PortalItemRecord,
  TickRecord,
} from '../../../src/kernel/model/records.js';

export function itemOf(
  number: number,
  media: string,
  fields: Partial<PortalItemRecord> = {},
): PortalItemRecord {
  return {
    kind: 'portal-item',
    media,
    id: String(number),
    number,
    itemKind: 'topic',
    title: `Topic ${number}`,
    url: `https://${media}.example/topics/${number}`,
    image: null,
    parentId: null,
    sponsored: false,
    listPage: 1,
    stories: [],
    observedMs: 0,
    ...fields,
  };
}

export function checkOf(
  media: string,
  checkedMs: number,
  fields: Partial<PortalCheckRecord> = {},
): PortalCheckRecord {
  return {
    kind: 'portal-check',
    media,
    checkedMs,
    status: 'ok',
    fetched: 0,
    sources: [],
    error: null,
    ...fields,
  };
}

export function tickOf(atMs: number): TickRecord {
  return { kind: 'tick', atMs, runs: ['ranking'] };
}

/** A story at the address of an article, as `newsOf` makes it. */
export function storyOf(media: string, article: number | string, dateMs: number | null = null) {
  return { url: `https://${media}.example/${article}`, title: null, dateMs };
}
