/**
 * A thread: a story followed through the hours, as a plain value and as bytes.
 *
 * Main tags are those with the most weight over the thread's life: a tag's weight is the sum of its
 * bursts in the hours in which the event had it. They are chosen as an event's main tags are.
 */
import { HOUR_MS } from '../../../kernel/clock.js';
import { decode, encode } from '../../../kernel/codec.js';
import { tagKey } from '../../../kernel/text/tag.js';
import type { TagBurst } from '../chunks.js';
import { MAJOR_MAX, MAJOR_SHARE } from './settings.js';

/** Maximum of tags of a thread; a story of a month has about a hundred. */
const TAGS_MAX = 300;
/** Maximum of related threads. Decision 20. */
const RELATED_MAX = 10;

export interface ThreadTag {
  /** As last shown. */
  tag: string;
  /** Sum of its bursts. */
  weight: number;
  /** Its highest burst. */
  top: number;
}

export interface ThreadRecord {
  id: number;
  /** Hours in which it was on the ranking, ascending. At least one. */
  hoursMs: number[];
  /** These hours with those of all threads that were merged into it. */
  equalHoursMs: number[];
  /** Scores of the last hours: threads of older stores lack those of the first hours. */
  scores: number[];
  maxScore: number;
  /** By descending weight. */
  tags: ThreadTag[];
  combinedFrom: number[];
  combinedTo: number[];
  /** Strongest first. */
  related: { id: number; strength: number }[];
}

type PackedThread = [
  id: number,
  hours: number[],
  equalHours: number[],
  maxScore: number,
  tags: (string | number)[],
  from: number[],
  to: number[],
  related: number[],
  /** Not in older blocks. */
  scores?: number[],
];

export function newThread(id: number): ThreadRecord {
  return {
    id,
    hoursMs: [],
    equalHoursMs: [],
    scores: [],
    maxScore: 0,
    tags: [],
    combinedFrom: [],
    combinedTo: [],
    related: [],
  };
}

/** The main tags, at most six. */
export function majorTagsOf({ tags }: ThreadRecord): string[] {
  const least = MAJOR_SHARE * (tags[0]?.weight ?? 0);
  return tags
    .filter(({ weight }) => weight >= least)
    .slice(0, MAJOR_MAX)
    .map(({ tag }) => tag);
}

/** The tag with the highest burst of all. */
export function maxTagOf({ tags }: ThreadRecord): string | null {
  const best = tags.reduce<ThreadTag | null>(
    (top, tag) => (top === null || tag.top > top.top ? tag : top),
    null,
  );
  return best?.tag ?? null;
}

export function tagsByKey({ tags }: ThreadRecord): Map<string, ThreadTag> {
  return new Map(tags.map((tag) => [keyOf(tag), tag]));
}

/**
 * Adds an hour on the ranking, later than all hours before.
 * @param byKey tags of the thread, which change too: callers that add many hours pass them.
 */
export function appear(
  thread: ThreadRecord,
  hourMs: number,
  score: number,
  bursts: readonly TagBurst[],
  byKey = tagsByKey(thread),
): void {
  thread.hoursMs.push(hourMs);
  if (hourMs > (thread.equalHoursMs.at(-1) ?? 0)) thread.equalHoursMs.push(hourMs);
  else thread.equalHoursMs = unionOf(thread.equalHoursMs, [hourMs]);
  thread.scores.push(score);
  thread.maxScore = Math.max(thread.maxScore, score);
  for (const { tag, burst } of bursts) {
    const key = tagKey(tag);
    const known = byKey.get(key);
    if (known === undefined) {
      const added = { tag, weight: burst, top: burst };
      byKey.set(key, added);
      thread.tags.push(added);
    } else {
      known.tag = tag;
      known.weight += burst;
      known.top = Math.max(known.top, burst);
    }
  }
  // The sort is stable: tags of equal weight keep their order.
  thread.tags.sort((a, b) => b.weight - a.weight);
  for (const light of thread.tags.splice(TAGS_MAX)) byKey.delete(keyOf(light));
}

/** Cached keys of tags: each hour of a thread needs those of all its tags. */
const keys = new WeakMap<ThreadTag, string>();

function keyOf(tag: ThreadTag): string {
  const key = keys.get(tag) ?? tagKey(tag.tag);
  keys.set(tag, key);
  return key;
}

export function merge(from: ThreadRecord, into: ThreadRecord): void {
  from.combinedTo.push(into.id);
  into.combinedFrom.push(from.id);
  into.equalHoursMs = unionOf(into.equalHoursMs, from.equalHoursMs);
}

/** True when this relation would change the record. */
export function changesRelated({ related }: ThreadRecord, id: number, strength: number): boolean {
  const known = related.find((other) => other.id === id);
  if (known !== undefined) return known.strength !== strength;
  return related.length < RELATED_MAX || strength > related.at(-1)!.strength;
}

/** Notes a related thread, or its new strength. */
export function relate(thread: ThreadRecord, id: number, strength: number): void {
  const others = thread.related.filter((other) => other.id !== id);
  thread.related = [...others, { id, strength }]
    .sort((a, b) => b.strength - a.strength || b.id - a.id)
    .slice(0, RELATED_MAX);
}

export function encodeThread(thread: ThreadRecord): Buffer {
  const inHours = (times: readonly number[]): number[] => times.map((timeMs) => timeMs / HOUR_MS);
  const isAlone = thread.combinedFrom.length === 0;
  const packed: PackedThread = [
    thread.id,
    inHours(thread.hoursMs),
    isAlone ? [] : inHours(thread.equalHoursMs),
    thread.maxScore,
    thread.tags.flatMap(({ tag, weight, top }) => [tag, weight, top]),
    thread.combinedFrom,
    thread.combinedTo,
    thread.related.flatMap(({ id, strength }) => [id, strength]),
    thread.scores,
  ];
  return encode(packed);
}

/** @throws when the bytes are no thread. */
export function decodeThread(bytes: Uint8Array): ThreadRecord {
  const [id, hours, equalHours, maxScore, tags, combinedFrom, combinedTo, related, scores = []] =
    decode(bytes) as PackedThread;
  const inMs = (numbers: readonly number[]): number[] => numbers.map((hour) => hour * HOUR_MS);
  return {
    id,
    hoursMs: inMs(hours),
    equalHoursMs: inMs(combinedFrom.length === 0 ? hours : equalHours),
    scores,
    maxScore,
    tags: Array.from({ length: tags.length / 3 }, (_, at) => ({
      tag: String(tags[3 * at]),
      weight: Number(tags[3 * at + 1]),
      top: Number(tags[3 * at + 2]),
    })),
    combinedFrom,
    combinedTo,
    related: Array.from({ length: related.length / 2 }, (_, at) => ({
      id: related[2 * at]!,
      strength: related[2 * at + 1]!,
    })),
  };
}

/** The distinct values of two lists, ascending. */
function unionOf(one: readonly number[], other: readonly number[]): number[] {
  return [...new Set([...one, ...other])].sort((a, b) => a - b);
}

/** A thread without the hours after `lastMs`; null when it begins later. */
export function threadBy(thread: ThreadRecord, lastMs: number): ThreadRecord | null {
  const { hoursMs, equalHoursMs, scores, maxScore } = thread;
  if (hoursMs[0]! > lastMs) return null;
  if (hoursMs.at(-1)! <= lastMs && equalHoursMs.at(-1)! <= lastMs) return thread;
  const isBy = (hourMs: number): boolean => hourMs <= lastMs;
  const hours = hoursMs.filter(isBy);
  const isKnown = scores.length === hoursMs.length;
  return {
    ...thread,
    hoursMs: hours,
    equalHoursMs: equalHoursMs.filter(isBy),
    scores: isKnown ? scores.slice(0, hours.length) : [],
    // Scores of later hours are left out.
    maxScore: isKnown ? Math.max(...scores.slice(0, hours.length)) : maxScore,
  };
}
