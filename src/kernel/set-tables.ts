/**
 * The tables `[sets.NAME]` of a config file: sets of outlets that whoever runs the server offers.
 */
import { messageOf, TagwireError } from './errors.js';
import { type OutletSet, type OutletSetDraft, outletSetOf, SETS } from './outlet-set.js';
import { TableFields, wrongValue } from './table-fields.js';

/** A name of people's own sets is `u` and a number, so none of these is. */
const NAME = /^(?!u\d+$)[a-z][a-z0-9-]{0,31}$/;
const DATE = /^\d{4}-\d{2}-\d{2}$/;

/** Sets by name, in the order of the file. */
export type ConfiguredSets = ReadonlyMap<string, OutletSet>;

/**
 * The sets of the table `[sets]`; none where there is no such table.
 * @throws TagwireError CONFIG_INVALID for what cannot be read, or a key that is unknown.
 */
export function readSets(table: unknown): ConfiguredSets {
  const sets = new Map<string, OutletSet>();
  if (table === undefined) return sets;
  if (typeof table !== 'object' || table === null || Array.isArray(table)) {
    throw wrongValue('sets', 'tables [sets.NAME]', table);
  }
  for (const [name, one] of Object.entries(table)) {
    if (!NAME.test(name)) {
      const rule = 'a name of lower-case letters, digits and hyphens, not u and a number';
      throw wrongValue('sets', rule, name);
    }
    if (sets.size >= SETS.configuredMax) {
      throw wrongValue('sets', `at most ${SETS.configuredMax} tables`, Object.keys(table).length);
    }
    sets.set(name, setOf(one, `sets.${name}`));
  }
  return sets;
}

function setOf(table: unknown, path: string): OutletSet {
  const fields = new TableFields(table, path);
  const made = fields.take('made');
  const draft: OutletSetDraft = {
    title: fields.text('title') ?? '',
    author: fields.text('by') ?? '',
    grounds: fields.text('grounds', /\S/, 'a text', SETS.groundsMax) ?? '',
    links: fields.texts('links'),
    camps: campsOf(fields.take('camps') ?? [], path),
    unknown: fields.texts('outlets'),
  };
  fields.finish();
  const madeMs = made === undefined ? null : dayOf(made, `${path}.made`);
  try {
    return { ...outletSetOf(draft), madeMs, changedMs: madeMs };
  } catch (error) {
    throw new TagwireError('CONFIG_INVALID', `config table [${path}]: ${messageOf(error)}`);
  }
}

function campsOf(value: unknown, path: string): OutletSetDraft['camps'] {
  if (!Array.isArray(value)) {
    throw wrongValue(`${path}.camps`, `tables [[${path}.camps]], one for each camp`, value);
  }
  return value.map((table, at) => {
    const fields = new TableFields(table, `${path}.camps ${at + 1}`);
    const camp = {
      label: fields.text('label') ?? '',
      colour: fields.text('colour') ?? '',
      outlets: fields.texts('outlets'),
    };
    fields.finish();
    return camp;
  });
}

/** A date of TOML, or a text of one. */
function dayOf(value: unknown, path: string): number {
  const text = value instanceof Date ? value.toISOString().slice(0, 10) : value;
  const ms = typeof text === 'string' && DATE.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(ms)) throw wrongValue(path, 'a day, as 2026-01-31', value);
  return ms;
}
