/** Names of streams: of all that somebody follows, of one subscription, of a mark or a label. */
import { invalidQuery, quoted } from '../http/errors.js';

const STATE = /^user\/[^/]+\/state\/com\.google\/([\w-]+)$/;
const LABEL = /^user\/[^/]+\/label\/([\s\S]+)$/;

export const READING_LIST = 'user/-/state/com.google/reading-list';

export type StreamName =
  | { kind: 'all' }
  | { kind: 'feed'; id: string }
  /** `read`, `starred`, or what else there may be, which nothing has. */
  | { kind: 'state'; state: string }
  | { kind: 'label'; label: string };

/** What a stream's name says. @throws HttpError 400. */
export function readStream(text: string): StreamName {
  if (text.startsWith('feed/')) return { kind: 'feed', id: text };
  const state = STATE.exec(text)?.[1];
  if (state === 'reading-list') return { kind: 'all' };
  if (state !== undefined) return { kind: 'state', state };
  const label = LABEL.exec(text)?.[1];
  if (label !== undefined) return { kind: 'label', label };
  throw invalidQuery(`there is no stream ${quoted(text)}`, `s=${READING_LIST}`);
}

export function stateId(state: string): string {
  return `user/-/state/com.google/${state}`;
}

export function labelId(label: string): string {
  return `user/-/label/${label}`;
}

/** The mark that items of a stream of this name have; null for a name that is none. */
export function markOf(name: StreamName): string | null {
  if (name.kind === 'label') return `label/${name.label}`;
  return name.kind === 'state' ? name.state : null;
}
