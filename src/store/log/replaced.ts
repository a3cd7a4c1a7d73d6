/**
 * What an update of an article replaced, in substance: what is noted beside the new record.
 *
 * Nothing is replaced where there was nothing before, or is nothing now: a text that a visit found, or found
 * no more, says nothing about the outlet. Neither is a headline whose page is read for the first time: its
 * page completes it. Pure; not here: what a difference in substance is (text/substance.ts).
 */
import type { MediaRecord, NewsRecord, Replaced } from '../../kernel/model/records.js';
import { isCutOf, saidBy, wordChangeOf } from '../../kernel/text/substance.js';

/** What stands between a title and the outlet's name behind it. */
const BEFORE_NAME = /\s*[|｜\-–—_·•»:：]+\s*$/u;
/** The size of a picture in its file's name. */
const SIZE = /[-_@](?:\d{2,4}(?:x\d{2,4})?w?|\dx|thumb(?:nail)?|small|medium|large)(?=\.|$)/gi;

export interface Replacement {
  previous: NewsRecord;
  record: NewsRecord;
  outlet: Pick<MediaRecord, 'title' | 'aliases'> | null;
  /** When the update was seen. */
  atMs: number;
  /** Both texts, where both are known and differ. */
  bodies: { before: string; after: string } | null;
}

/** Null where the update replaced nothing of substance. */
export function replacedBy({
  previous,
  record,
  outlet,
  atMs,
  bodies,
}: Replacement): Replaced | null {
  const isCompleted = previous.bodyStatus === 'not_fetched' && record.bodyStatus !== 'not_fetched';
  if (isCompleted) return null;
  const replaced: Omit<Replaced, 'atMs'> = {};
  if (!isSameTitle(previous.title, record.title, outlet)) replaced.title = previous.title;
  const { description, authors, image } = previous;
  if (description !== null && record.description !== null) {
    if (!isCutOf(description, record.description)) replaced.description = description;
  }
  if (authors.length > 0 && record.authors.length > 0 && !areSamePeople(authors, record.authors)) {
    replaced.authors = authors;
  }
  if (image !== null && record.image !== null && pictureOf(image) !== pictureOf(record.image)) {
    replaced.image = image;
  }
  if (bodies !== null) {
    const change = wordChangeOf(bodies.before, bodies.after);
    const { bodyChars } = previous;
    if (change.out + change.in > 0) {
      replaced.body = { chars: bodyChars, wordsOut: change.out, wordsIn: change.in };
    }
  }
  if (Object.keys(replaced).length === 0) return null;
  return { atMs: Math.max(atMs, previous.observedMs), ...replaced };
}

function isSameTitle(before: string, after: string, outlet: Replacement['outlet']): boolean {
  if (before === after) return true;
  const names = outlet === null ? [] : [outlet.title, ...outlet.aliases];
  return saidBy(withoutName(before, names)) === saidBy(withoutName(after, names));
}

/** A title without the name of its outlet at the end. */
function withoutName(title: string, names: readonly string[]): string {
  for (const name of names) {
    if (name === '' || !title.endsWith(name)) continue;
    const rest = title.slice(0, -name.length);
    if (BEFORE_NAME.test(rest)) return rest.replace(BEFORE_NAME, '');
  }
  return title;
}

/** Whether each name of a byline is, or holds, one of the other: roles and places come and go. */
function areSamePeople(before: readonly string[], after: readonly string[]): boolean {
  const [ones, others] = [before.map(saidBy), after.map(saidBy)] as const;
  const isIn = (name: string, list: readonly string[]): boolean =>
    list.some((other) => other.includes(name) || name.includes(other));
  return ones.every((name) => isIn(name, others)) && others.every((name) => isIn(name, ones));
}

/** What tells a picture from others: the name of its file, without its size. */
function pictureOf(url: string): string {
  const path = url.split(/[?#]/, 1)[0]!;
  const name = path.slice(path.lastIndexOf('/') + 1).replace(SIZE, '');
  return name === '' ? path : name.toLowerCase();
}
