/**
 * `at=` of answers whose windows end now: what the service said at a full hour, with hidden things gone.
 *
 * Counted again from what stands: an article belongs to a past hour when it had come by then, which its id tells.
 * Its time, tags and text are those of today, and the registry of media is, too. What cannot be had for a past
 * hour is null, and `past.notKept` names it.
 */
import { isoOf, parseInstant, utcHourOf } from '../../../kernel/clock.js';
import { notFound } from '../../http/errors.js';
import * as Type from '../schema.js';
import type { NewsSources } from './sources.js';

/** The parameter. */
export const AtHour = Type.optionalInstant(
  'What was said at the full hour at or before this time; now by default',
);

/** What an answer about a past hour says of itself. */
export const Past = Type.nullable(
  Type.named('Past', {
    hour: Type.instant('The full hour that the answer is of'),
    keptSince: Type.instant('No earlier hour can be asked for'),
    notKept: Type.Array(Type.text('A field'), {
      description: 'Fields that are null because they are not kept for the past',
    }),
    asToday: Type.Array(Type.text('A field, or what it follows from'), {
      description: 'What is told as it is today, whatever it was then',
    }),
  }),
);

/** An update since then, and an outlet that was registered since, are not told apart. */
const AS_TODAY = ['media', 'articles that were changed since'];

/** A full hour of which it is known what had come. */
export interface PastHour {
  hourMs: number;
  /** Articles from this id on had not come. */
  nextId: number;
}

/**
 * The hour that `at` names; null for an answer of now, which `at` from the clock on asks for, too.
 * @throws HttpError 404 when it is not known what had come by then.
 */
export function pastHourOf(
  { media, clock }: Pick<NewsSources, 'media' | 'clock'>,
  at: string | undefined,
): PastHour | null {
  const atMs = at === undefined ? Number.POSITIVE_INFINITY : parseInstant(at)!;
  if (atMs >= clock.nowMs()) return null;
  const hourMs = utcHourOf(atMs);
  const nextId = media.nextIdAt(hourMs);
  if (nextId !== null) return { hourMs, nextId };
  const sinceMs = media.knownSinceMs;
  const known =
    sinceMs === null ? 'no hour is known yet' : `the first hour that is known is ${isoOf(sinceMs)}`;
  throw notFound(`at: it is not known what was said at ${isoOf(hourMs)}: ${known}`);
}

/** What an answer says of its hour; null for one of now. */
export function pastOf(
  { media }: Pick<NewsSources, 'media'>,
  past: PastHour | null,
  notKept: readonly string[] = [],
  asToday: readonly string[] = AS_TODAY,
): Type.Static<typeof Past> {
  if (past === null) return null;
  const keptSince = isoOf(media.knownSinceMs ?? past.hourMs);
  return { hour: isoOf(past.hourMs), keptSince, notKept: [...notKept], asToday: [...asToday] };
}
