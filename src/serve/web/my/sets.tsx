/**
 * `/my/sets/`: sets of outlets of the signed-in user.
 */
import { TagwireError } from '../../../kernel/errors.js';
import {
  type OutletSetDraft,
  SETS,
  UNKNOWN_CAMP,
  unknownCode,
} from '../../../kernel/outlet-set.js';
import type { SavedSet } from '../../../store/accounts/records.js';
import { NOT_READY } from '../../http/errors.js';
import { jsonOf } from '../../http/service-options.js';
import type { Backend } from '../backend.js';
import { definePage, type Page, type PageLoad, type ViewContext } from '../page.js';
import { pathTo } from '../parts/address.js';
import { Empty, Part } from '../parts/pieces.js';
import { Time } from '../parts/time.js';
import { type Visit, type VisitView, viewOf } from '../visitors.js';
import { Act, Field, type FormOutcome, OutcomeLine, ownPage, ShownOnce, Small } from './parts.js';

/** A set for its owner, without the digest of its address. */
export interface ShownSet extends Omit<SavedSet, 'user' | 'digest'> {
  /** The value of `set=` for a public set. */
  name: string;
  hasAddress: boolean;
}

/** Fields of the form, as typed. */
interface SetForm {
  /** Id of the edited set; null for a new one. */
  id: number | null;
  title: string;
  author: string;
  grounds: string;
  links: string;
  unknown: string;
  camps: { label: string; colour: string; outlets: string }[];
}

export interface SetsData {
  visit: VisitView;
  outcome: FormOutcome | null;
  sets: ShownSet[];
  setsMax: number;
  form: SetForm;
  /** The text of a secret address that this request made. */
  secret: string | null;
}

const PATH = '/my/sets/';
/** Minimum of camps in a form. */
const CAMPS_SHOWN = 3;
/** Characters of a field: more than a set allows, so that its own limits give the message. */
const CODES_MAX = 5000;

export function ownSetsPage(backend: Backend): Page {
  const draftIn = async (form: URLSearchParams): Promise<OutletSetDraft> => {
    const draft = draftOf(typedIn(form));
    const { camps, unknown } = draft;
    await checkOutlets(backend, [...camps.flatMap(({ outlets }) => outlets), ...unknown]);
    return draft;
  };
  const mine = () => backend.accounts.sets;
  return definePage<object, SetsData>({
    path: PATH,
    ...ownPage(backend, PATH, {
      did: {
        add: 'didAddSet',
        change: 'didChangeSet',
        publish: 'didPublishSet',
        unpublish: 'didUnpublishSet',
        address: 'didGiveSetAddress',
        revoke: 'didRevokeSetAddress',
        remove: 'didRemoveSet',
      },
      acts: {
        add: async ({ user, form }) => {
          await mine().add(user, await draftIn(form));
        },
        change: async ({ user, id, form }) => {
          await mine().change(user, id, await draftIn(form));
        },
        publish: ({ user, id }) => mine().publish(user, id, true),
        unpublish: ({ user, id }) => mine().publish(user, id, false),
        address: async ({ visit, user, id, told }) =>
          show(backend, visit, { outcome: told, secret: await mine().giveAddress(user, id) }),
        revoke: ({ user, id }) => mine().revokeAddress(user, id),
        remove: ({ user, id }) => mine().remove(user, id),
      },
      show: (visit, { query }, outcome) => {
        const edited = Number(query.get('edit'));
        const set = mine()
          .of(visit.signedIn!.user)
          .find(({ id }) => id === edited);
        return show(backend, visit, { outcome, form: formOf(set ?? null) });
      },
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

/** Values of a refused form, to be shown again. */
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

/** @throws TagwireError INPUT_INVALID for an unknown outlet; HttpError 503 while unknown. */
export async function checkOutlets({ askNews }: Backend, codes: readonly string[]): Promise<void> {
  const media = jsonOf<object>(await askNews('/api/v1/media'));
  if (media === null) throw NOT_READY;
  const known = Object.keys(media);
  const stranger = codes.find((code) => !known.includes(code));
  if (stranger === undefined) return;
  throw new TagwireError('INPUT_INVALID', unknownCode(stranger, known));
}

type Context = ViewContext<object, SetsData>;

function SetsBody({ c }: { c: Context }) {
  const { data, t } = c;
  return (
    <>
      <header class="page-head spaced">
        <h1>{t('mySets')}</h1>
        <p class="standfirst">{t('mySetsIntro')}</p>
        <p class="fine">
          <a href="/my/">{t('navMine')}</a>
        </p>
        <OutcomeLine c={c} outcome={data.outcome} />
      </header>
      {data.secret === null ? null : (
        <ShownOnce
          title={t('setSecret')}
          secret={`${c.facts.otherUrl}${pathTo.set(data.secret)}`}
          advice={t('setSecretAdvice')}
        />
      )}
      <div class="columns">
        <Part id="sets" title={t('mySets')}>
          {data.sets.length === 0 ? (
            <Empty>
              <p>{t('noMySets')}</p>
            </Empty>
          ) : null}
          {data.sets.map((set) => (
            <OneSet c={c} set={set} />
          ))}
        </Part>
        <Form c={c} />
      </div>
    </>
  );
}

function OneSet({ c, set }: { c: Context; set: ShownSet }) {
  const { t, data, facts } = c;
  const { id, name, title, outlets, camps, changedMs, isPublic, hasAddress } = set;
  const act = (what: string, words: string) => (
    <Act visit={data.visit} to={PATH} act={what} values={{ id }}>
      <Small about={title}>{words}</Small>
    </Act>
  );
  return (
    <article class="section">
      <h3>{title}</h3>
      <p class="meta">
        <span>{t('setOutlets', { n: outlets.length })}</span>
        {camps.length === 0 ? null : <span>{camps.map(({ label }) => label).join(' · ')}</span>}
        <span>
          {t('setChanged')} <Time c={c} at={changedMs} />
        </span>
      </p>
      <p class="fine">
        {isPublic ? (
          <>
            {t('setPublicAt')}{' '}
            <a href={`${facts.otherUrl}${pathTo.set(name)}`}>
              <code>set={name}</code>
            </a>
          </>
        ) : null}
        {isPublic && hasAddress ? ' · ' : null}
        {hasAddress ? t('setHasAddress') : null}
        {isPublic || hasAddress ? null : t('setPrivate')}
      </p>
      <div class="row">
        <a href={`${PATH}?edit=${id}#set-form`}>{t('setEdit')}</a>
        {isPublic ? act('unpublish', t('setUnpublish')) : act('publish', t('setPublish'))}
        {act('address', t('setGiveAddress'))}
        {hasAddress ? act('revoke', t('setRevoke')) : null}
        {act('remove', t('setDelete'))}
      </div>
    </article>
  );
}

function Form({ c }: { c: Context }) {
  const { t, data } = c;
  const { id, title, author, grounds, links, camps, unknown } = data.form;
  if (id === null && data.sets.length >= data.setsMax) {
    return <p class="fine">{t('setsFull', { n: data.setsMax })}</p>;
  }
  return (
    <Part id="set-form" title={id === null ? t('setAdd') : t('setEdit')}>
      <Act
        visit={data.visit}
        to={PATH}
        act={id === null ? 'add' : 'change'}
        {...(id === null ? {} : { values: { id } })}
        class="stack"
      >
        <Line name="title" words={t('setTitle')} value={title} max={SETS.titleMax} required />
        <Line name="author" words={t('setAuthor')} value={author} max={SETS.titleMax} required />
        <Area
          name="grounds"
          words={t('setGrounds')}
          value={grounds}
          max={SETS.groundsMax}
          required
        />
        <Area name="links" words={t('setLinks')} value={links} max={CODES_MAX} />
        <p class="fine">{t('setCampsAdvice')}</p>
        {camps.map(({ label, colour, outlets }, at) => (
          <fieldset>
            <Line
              name={`label${at}`}
              words={t('setCamp', { n: at + 1 })}
              value={label}
              max={SETS.labelMax}
            />
            <Line name={`colour${at}`} words={t('setColour')} value={colour} max={7} />
            <Area name={`outlets${at}`} words={t('setCodes')} value={outlets} max={CODES_MAX} />
          </fieldset>
        ))}
        <Area name="unknown" words={t('setUnknown')} value={unknown} max={CODES_MAX} />
        <button type="submit">{id === null ? t('setAdd') : t('setSave')}</button>
      </Act>
    </Part>
  );
}

interface Input {
  name: string;
  words: string;
  value: string;
  max: number;
  required?: boolean;
}

function Line({ name, max, ...rest }: Input) {
  return <Field {...{ id: `set-${name}`, name, ...rest, maxlength: max }} />;
}

function Area({ name, words, value, max, required = false }: Input) {
  return (
    <div class="field">
      <label for={`set-${name}`}>{words}</label>
      <textarea {...{ id: `set-${name}`, name, rows: 3, maxlength: max, required }}>
        {value}
      </textarea>
    </div>
  );
}
