/** What `/my/sets/` shows, and what it looks like. */

import { SETS } from '../../../kernel/outlet-set.js';
import type { SavedSet } from '../../../store/accounts/records.js';
import type { ViewContext } from '../page.js';
import { pathTo } from '../parts/address.js';
import { Part } from '../parts/pieces.js';
import { Time } from '../parts/time.js';
import type { VisitView } from '../visitors.js';
import { Act, Empty, type FormOutcome, OutcomeLine, ShownOnce, Small } from './parts.js';

/** What a person sees of a set: all but the digest of its address. */
export interface ShownSet extends Omit<SavedSet, 'user' | 'digest'> {
  /** What `set=` takes where it is public. */
  name: string;
  hasAddress: boolean;
}

/** Fields of the form, as they are typed. */
export interface SetForm {
  /** Of the set that is edited; null for a new one. */
  id: number | null;
  title: string;
  author: string;
  grounds: string;
  links: string;
  unknown: string;
  camps: { label: string; colour: string; outlets: string }[];
}

/** What `/my/sets/` shows. */
export interface SetsData {
  visit: VisitView;
  outcome: FormOutcome | null;
  sets: ShownSet[];
  setsMax: number;
  form: SetForm;
  /** The text of a secret address that this request has made. */
  secret: string | null;
}

const PATH = '/my/sets/';
/** Of a list of codes, so that a slip is told as one. */
const CODES_MAX = 5000;

type Context = ViewContext<object, SetsData>;

export function SetsBody({ c }: { c: Context }) {
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

interface Field {
  name: string;
  words: string;
  value: string;
  max: number;
  required?: boolean;
}

function Line({ name, words, value, max, required = false }: Field) {
  return (
    <div class="field">
      <label for={`set-${name}`}>{words}</label>
      <input
        {...{ id: `set-${name}`, name, value, maxlength: max, required, autocomplete: 'off' }}
      />
    </div>
  );
}

function Area({ name, words, value, max, required = false }: Field) {
  return (
    <div class="field">
      <label for={`set-${name}`}>{words}</label>
      <textarea {...{ id: `set-${name}`, name, rows: 3, maxlength: max, required }}>
        {value}
      </textarea>
    </div>
  );
}
