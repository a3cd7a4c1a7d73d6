/** A page of `/api/v1/changes` of another server, looked at before anything of it is used. */
import type { CopiedService, PeerChange, Shown } from './change-lines.js';
import { KINDS } from './change-lines.js';
import { PeerError } from './peer.js';

/** Longer than any page that is asked for. */
const CHANGES_MAX = 10_000;
const TOKEN_MAX = 4096;

export interface ChangesPage {
  changes: PeerChange[];
  /** Whether anything was told, also of kinds that are not known here. */
  isEmpty: boolean;
  nextToken: string;
  caughtUp: boolean;
}

/** @throws PeerError `garbage` where it is none. Changes of kinds that are not known are left out. */
export function pageOf(service: CopiedService, answer: unknown): ChangesPage {
  const { changes, nextToken, caughtUp } = answer as { [name: string]: unknown };
  const isPage =
    Array.isArray(changes) &&
    changes.length <= CHANGES_MAX &&
    typeof nextToken === 'string' &&
    nextToken !== '' &&
    nextToken.length <= TOKEN_MAX &&
    typeof caughtUp === 'boolean';
  if (!isPage) throw notAPage('it lacks changes, nextToken or caughtUp');
  return {
    changes: changes.flatMap((one: unknown) => changeOf(service, one) ?? []),
    isEmpty: changes.length === 0,
    nextToken,
    caughtUp,
  };
}

function changeOf(service: CopiedService, value: unknown): PeerChange | null {
  if (!isObject(value)) throw notAPage('a change is no object');
  const { kind, id, gone } = value;
  const isOwner = kind === KINDS[service].owner;
  // A later version may tell of more.
  if (kind !== 'article' && !isOwner) return null;
  if (isOwner ? typeof id !== 'string' : !Number.isSafeInteger(id)) {
    throw notAPage(`a change of kind ${kind} has the id ${JSON.stringify(id)}`);
  }
  const shown = value[kind as string];
  if (gone !== true && !isObject(shown)) throw notAPage(`${kind} ${id} shows nothing`);
  return {
    kind: kind as string,
    id: id as number | string,
    shown: gone === true ? null : (shown as Shown),
  };
}

function isObject(value: unknown): value is Shown {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function notAPage(why: string): PeerError {
  return new PeerError('garbage', `/api/v1/changes is not what a Tagwire answers: ${why}`);
}
