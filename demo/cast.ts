/**
 * The cast of a story: the people, places and facts that its templates name, and its tags.
 *
 * Invariants: a cast depends on the story's seed, and on the seed of its saga if it has one, so that the
 * chapters of a saga share people and places but not figures.
 */
import { localDayOf } from '../src/kernel/clock.js';
import { civil, weekdayOf } from './calendar.js';
import type { WorldNames } from './names.js';
import { derive, Random } from './random.js';
import { SLOT_COUNT, type Slot, slotId } from './slots.js';
import type { Story } from './stories.js';
import { compile, type Facts, render, type Template } from './template.js';
import type { TopicWords, WorldWords } from './vocabulary.js';

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
/** Share of a story's people that earlier stories have named; the rest are new. */
const KNOWN_PERCENT = 55;

export interface Cast extends Facts {
  /** Main tags, the most specific one first. */
  mains: string[];
  isEnglish: boolean;
  mainsEn: string[];
  /** Further tags in the order in which the story uses them. */
  pool: string[];
  broad: string[];
}

type Put = (slot: Slot, text: string) => void;

function putPeople(
  put: Put,
  random: Random,
  worldNames: WorldNames,
  slots: readonly ('p1' | 'p2' | 'p3' | 'p4' | 'p5' | 'p6' | 'p7')[],
): void {
  for (const slot of slots) {
    const person = random.chance(KNOWN_PERCENT)
      ? worldNames.people.pick(random)
      : worldNames.person(random);
    put(slot, person[0]);
    put(`${slot}e`, person[1]);
  }
}

/** Any company fits a topic without kinds. */
function fits(name: string, kinds: readonly string[]): boolean {
  return kinds.length === 0 || kinds.some((kind) => name.endsWith(kind));
}

/** The facts that all chapters of a saga share. */
function putLasting(put: Put, random: Random, worldNames: WorldNames, topic: TopicWords): void {
  const city = worldNames.cities.pick(random);
  put('city', city.full);
  put('cityShort', city.short);
  put('citye', city.latin);
  put('cityUpper', city.latin.toUpperCase());
  putPeople(put, random, worldNames, ['p1', 'p2']);
  put('r1', random.pick(topic.roles));
  put('r2', random.pick(topic.roles2));
  const company = worldNames.companies.pickWhere(random, ([name]) =>
    fits(name, topic.companyKinds),
  );
  const speaks = topic.organisations;
  const organisation = worldNames.organisations.pickWhere(
    random,
    ([name]) => speaks.length === 0 || speaks.includes(name),
  );
  const pairs = [
    ['org', 'orge', organisation],
    ['co', 'coe', company],
    ['law', 'lawe', worldNames.laws.pick(random)],
    ['illness', 'illnesse', worldNames.illnesses.pick(random)],
    ['team', 'teame', worldNames.teams.pick(random)],
    ['storm', 'storme', random.pick(worldNames.words.storms)],
    ['fc', 'fce', worldNames.foreign.pick(random)],
    ['fp', 'fpe', worldNames.foreigner(random)],
  ] as const;
  for (const [slot, latin, name] of pairs) {
    put(slot, name[0]);
    put(latin, name[1]);
  }
  put('prod', worldNames.products.pick(random));
  put('show', worldNames.shows.pick(random));
  put('school', worldNames.schools.pick(random));
  const party = random.below(worldNames.words.parties.length);
  const other =
    (party + 1 + random.below(worldNames.words.parties.length - 1)) %
    worldNames.words.parties.length;
  put('party', worldNames.words.parties[party]?.[0] as string);
  put('partye', worldNames.words.parties[party]?.[1] as string);
  put('party2', worldNames.words.parties[other]?.[0] as string);
}

/** The facts of this story alone. */
function putOwn(put: Put, random: Random, worldNames: WorldNames, facts: Facts): void {
  putPeople(put, random, worldNames, ['p3', 'p4']);
  const other = (slot: Slot, ranked: WorldNames['companies']): readonly [string, string] => {
    const taken = facts.values[slotId(slot)];
    return ranked.pickOther(random, ranked.items.find((item) => item[0] === taken) ?? ['', '']);
  };
  const company = other('co', worldNames.companies);
  put('co2', company[0]);
  const organisation = other('org', worldNames.organisations);
  put('org2', organisation[0]);
  put('orge2', organisation[1]);
  const team = other('team', worldNames.teams);
  put('team2', team[0]);
  put('team2e', team[1]);
  const foreign = other('fc', worldNames.foreign);
  put('fc2', foreign[0]);
  put('fc2e', foreign[1]);
  const district = worldNames.districts.pick(random);
  put('distShort', district[0].slice(0, -1));
  put('dist', district[0]);
  put('diste', district[1]);
  put('road', random.pick(worldNames.words.roads));
  put('roade', 'road works');
}

/** The people whom reporters interview: a scholar, an expert of the trade, a passer-by. */
function putAsked(put: Put, random: Random, worldNames: WorldNames, { phrases }: WorldWords): void {
  putPeople(put, random, worldNames, ['p5', 'p6', 'p7']);
  const asked = [
    ['r5', 'r5e', phrases.asked.scholars],
    ['r6', 'r6e', phrases.asked.insiders],
    ['r7', 'r7e', phrases.asked.passersBy],
  ] as const;
  for (const [slot, latin, list] of asked) {
    const role = random.pick(list);
    put(slot, role[0]);
    put(latin, role[1]);
  }
  put('unit', random.pick(phrases.asked.units));
  const place = random.below(phrases.asked.places.length);
  const next = place + 1 + random.below(phrases.asked.places.length - 1);
  put('place', phrases.asked.places[place] as string);
  put('place2', phrases.asked.places[next % phrases.asked.places.length] as string);
}

function putDates(put: Put, random: Random, bornMs: number, vocabulary: WorldWords): void {
  const day = localDayOf(bornMs);
  const { month, date } = civil(day);
  put('date', `${date}日`);
  put('month', `${month === 1 ? 12 : month - 1}月`);
  put('weekday', WEEKDAYS[weekdayOf(day)] as string);
  put('due', random.pick(vocabulary.phrases.due));
  put('next', random.pick(vocabulary.phrases.next));
  put('clock', random.pick(vocabulary.phrases.clock));
  put('clock2', random.pick(vocabulary.phrases.clock2));
}

interface TagWords {
  main: Template[];
  tags: Template[];
  broad: Template[];
  english: Template[];
}

/** Makes casts, with the tag templates of every topic compiled once. */
export class Casting {
  readonly #names: WorldNames;
  readonly #vocabulary: WorldWords;
  readonly #topics: TagWords[];

  constructor(vocabulary: WorldWords, worldNames: WorldNames) {
    this.#names = worldNames;
    this.#vocabulary = vocabulary;
    const all = (sources: readonly string[]): Template[] => sources.map((s) => compile(s, true));
    this.#topics = vocabulary.topics.map((topic) => ({
      main: all(topic.main),
      tags: all(topic.tags),
      broad: all(topic.broad),
      english: all(vocabulary.english.topics[topic.key]?.tags ?? []),
    }));
  }

  cast(story: Story): Cast {
    const facts: Facts = { values: new Array<string>(SLOT_COUNT).fill(''), seed: story.seed };
    const put: Put = (slot, text) => {
      facts.values[slotId(slot)] = text;
    };
    const topic = this.#vocabulary.topics[story.topic] as TopicWords;
    const lastingSeed = story.sagaSeed ?? story.seed;
    const lasting = new Random(derive(lastingSeed, 1));
    const own = new Random(derive(story.seed, 2));
    put('country', this.#names.words.country[0]);
    putLasting(put, lasting, this.#names, topic);
    putOwn(put, own, this.#names, facts);
    putDates(put, own, story.bornMs, this.#vocabulary);
    putAsked(put, own, this.#names, this.#vocabulary);
    return this.#tagged(story, facts, lasting, own);
  }

  #tagged(story: Story, facts: Facts, lasting: Random, own: Random): Cast {
    const words = this.#topics[story.topic] as TagWords;
    const text = (template: Template): string => render(template, facts, own);
    const mains = words.main.map(text);
    // The saga, not the chapter, decides which main tag is the first.
    const lead = lasting.below(mains.length);
    mains.unshift(...mains.splice(lead, 1));
    facts.values[slotId('main')] = mains[0] as string;
    const value = (slot: Slot): string => facts.values[slotId(slot)] as string;
    return {
      ...facts,
      mains: mains.slice(0, 2),
      isEnglish: this.#vocabulary.language === 'en',
      mainsEn: [value(story.topic % 2 === 0 ? 'citye' : 'p1e'), ...words.english.map(text)],
      pool: own.shuffle(words.tags.map(text)),
      broad: words.broad.map(text),
    };
  }
}
