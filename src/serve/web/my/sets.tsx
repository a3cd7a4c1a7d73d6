/**
 * `/my/sets/`: sets of outlets of the person who is signed in.
 */
import { TagwireError } from '../../../kernel/errors.js';
import {
  type OutletSetDraft,
  SETS,
  UNKNOWN_CAMP,
  unknownCode,
} from '../../../kernel/outlet-set.js';
import type { SavedSet } from '../../../store/accounts/records.js';
import type { User } from '../../../store/accounts/roster-events.js';
import { HttpError, NOT_READY } from '../../http/errors.js';
import type { Reply } from '../../http/reply.js';
import { jsonOf } from '../../http/service-options.js';
import { redirectReply, type SitePost } from '../../http/site.js';
import type { Backend } from '../backend.js';
import { definePage, type Page, type PageLoad } from '../page.js';
import type { TextName } from '../texts.js';
import { type Visit, viewOf } from '../visitors.js';
import { ownPage } from './own-page.js';
import { didOf, outcomeOf } from './parts.js';
import { type SetForm, SetsBody, type SetsData, type ShownSet } from './sets-view.js';

const PATH = '/my/sets/';
/** Camps that a form has fields for, where a set has no more. */
const CAMPS_SHOWN = 3;
/** What a form did, by what it asked to do. */
const DID: ReadonlyMap<string, TextName> = new Map([
  ['add', 'didAddSet'],
  ['change', 'didChangeSet'],
  ['publish', 'didPublishSet'],
  ['unpublish', 'didUnpublishSet'],
  ['address', 'didGiveSetAddress'],
  ['revoke', 'didRevokeSetAddress'],
  ['remove', 'didRemoveSet'],
]);

export function setsPage(backend: Backend): Page {
  return definePage<object, SetsData>({
    path: PATH,
    ...ownPage(backend, PATH, {
      show: (visit, { query }) => {
        const edited = Number(query.get('edit'));
        const mine = backend.accounts.sets.of(visit.signedIn!.user);
        const set = mine.find(({ id }) => id === edited) ?? null;
        return show(backend, visit, { outcome: outcomeOf(query, DID), form: formOf(set) });
      },
      change: (visit, user, post) => change(backend, visit, user, post),
      refused: (visit, outcome, { form }) => show(backend, visit, { outcome, form: typedIn(form) }),
    }),
    view: (c) => ({
      title: c.t('mySets'),
      canonical: null,
      section: 'navMine',
      body: <SetsBody c={c} />,
    }),
  });
}

function show(backend: Backend, visit: Visit, facts: Partial<SetsData>): PageLoad {
  const data: SetsData = {
    ...{ outcome: null, secret: null, form: formOf(null) },
    ...facts,
    visit: viewOf(visit),
    sets: backend.accounts.sets.of(visit.signedIn!.user).map(shown),
    setsMax: SETS.perUserMax,
  };
  return { data, isPrivate: true, cookies: visit.cookies };
}

function shown({ user: _, digest, ...set }: SavedSet): ShownSet {
  return { ...set, name: `u${set.id}`, hasAddress: digest !== undefined };
}

/** The fields of a set, or of a new one. */
function formOf(set: SavedSet | null): SetForm {
  const codesOf = (camp: string): string =>
    (set?.outlets ?? [])
      .filter((one) => one.camp === camp)
      .map(({ media }) => media)
      .join(', ');
  const camps = (set?.camps ?? []).map(({ key, label, colour }) => {
    return { label, colour, outlets: codesOf(key) };
  });
  return {
    id: set?.id ?? null,
    title: set?.title ?? '',
    author: set?.author ?? '',
    grounds: set?.grounds ?? '',
    links: (set?.links ?? []).join('\n'),
    unknown: codesOf(UNKNOWN_CAMP),
    camps: withEmpty(camps),
  };
}

function withEmpty(camps: SetForm['camps']): SetForm['camps'] {
  const length = Math.min(SETS.campsMax, Math.max(CAMPS_SHOWN, camps.length + 1));
  const empty = { label: '', colour: '', outlets: '' };
  return Array.from({ length }, (_, at) => camps[at] ?? empty);
}

/** Values of the form that was refused, to be shown again. */
function typedIn(form: URLSearchParams): SetForm {
  const text = (name: string): string => form.get(name) ?? '';
  const camps = Array.from({ length: SETS.campsMax }, (_, at) => ({
    label: text(`label${at}`),
    colour: text(`colour${at}`),
    outlets: text(`outlets${at}`),
  }));
  const last = camps.findLastIndex(({ label, outlets }) => `${label}${outlets}`.trim() !== '');
  const id = Number(text('id'));
  return {
    id: id > 0 ? id : null,
    ...{ title: text('title'), author: text('author'), grounds: text('grounds') },
    ...{ links: text('links'), unknown: text('unknown') },
    camps: withEmpty(camps.slice(0, last + 1)),
  };
}

function draftOf(form: SetForm): OutletSetDraft {
  const { title, author, grounds } = form;
  return {
    ...{ title, author, grounds },
    links: wordsIn(form.links, /\s+/),
    camps: form.camps
      .filter(({ label, outlets }) => `${label}${outlets}`.trim() !== '')
      .map(({ label, colour, outlets }) => ({
        label,
        colour,
        outlets: wordsIn(outlets, /[\s,]+/),
      })),
    unknown: wordsIn(form.unknown, /[\s,]+/),
  };
}

function wordsIn(text: string, between: RegExp): string[] {
  return text.split(between).filter((word) => word !== '');
}

/** @throws TagwireError INPUT_INVALID for an outlet that there is not; HttpError 503 where that is not known. */
export async function checkOutlets({ askNews }: Backend, codes: readonly string[]): Promise<void> {
  const media = jsonOf<object>(await askNews('/api/v1/media'));
  if (media === null) throw NOT_READY;
  const known = Object.keys(media);
  const stranger = codes.find((code) => !known.includes(code));
  if (stranger === undefined) return;
  throw new TagwireError('INPUT_INVALID', unknownCode(stranger, known));
}

async function change(
  backend: Backend,
  visit: Visit,
  user: User,
  { form }: SitePost,
): Promise<PageLoad | Reply> {
  const { sets } = backend.accounts;
  const id = Number(form.get('id'));
  const act = form.get('do') ?? '';
  switch (act) {
    case 'add':
    case 'change': {
      const draft = draftOf(typedIn(form));
      const { camps, unknown } = draft;
      await checkOutlets(backend, [...camps.flatMap(({ outlets }) => outlets), ...unknown]);
      await (act === 'add' ? sets.add(user, draft) : sets.change(user, id, draft));
      break;
    }
    case 'publish':
    case 'unpublish':
      await sets.publish(user, id, act === 'publish');
      break;
    case 'address': {
      const secret = await sets.giveAddress(user, id);
      return show(backend, visit, { outcome: didOf(act, DID), secret });
    }
    case 'revoke':
      await sets.revokeAddress(user, id);
      break;
    case 'remove':
      await sets.remove(user, id);
      break;
    default:
      throw new HttpError(400, 'invalid_query', 'the form says nothing to do');
  }
  return redirectReply(303, `${PATH}?done=${act}`);
}
