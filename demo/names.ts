/**
 * The invented people, places and things of a world, with Zipfian fame.
 *
 * Invariants: a world's names depend on its seed alone; each name is composed from the tables of
 * the vocabulary and has a Latin spelling beside it.
 */
import { derive, Random, type Weighted, zipf } from './random.js';
import type { NameWords, Spelled } from './vocabulary.js';

/** Numbers of distinct names of each kind in a world. */
const COUNTS = { people: 1500, cities: 22, districts: 110, companies: 140, schools: 60, teams: 8 };

export interface City {
  full: string;
  short: string;
  latin: string;
}

/** A list in order of fame. */
export class Ranked<T> {
  readonly items: readonly T[];
  readonly #weights: Weighted;

  constructor(items: readonly T[], flat = 2) {
    this.items = items;
    this.#weights = zipf(items.length, flat);
  }

  pick(random: Random): T {
    return this.items[this.#weights.pick(random)] as T;
  }

  /** A random item that passes the test, famous ones more often; any item when none passes. */
  pickWhere(random: Random, test: (item: T) => boolean): T {
    const fitting = this.items.filter(test);
    if (fitting.length === 0) return this.pick(random);
    const at = Math.min(random.below(fitting.length), random.below(fitting.length));
    return fitting[at] as T;
  }

  /** A random item other than `taken`. */
  pickOther(random: Random, taken: T): T {
    const index = this.#weights.pick(random);
    const item = this.items[index] as T;
    return item === taken ? (this.items[(index + 1) % this.items.length] as T) : item;
  }
}

/** Every first part with every second part, in a random order. */
function pairs(
  random: Random,
  first: readonly Spelled[],
  second: readonly Spelled[],
  gap: string,
): Spelled[] {
  return random.shuffle(
    first.flatMap((a) => second.map((b): Spelled => [a[0] + b[0], a[1] + gap + b[1]])),
  );
}

function makeCompanies(random: Random, words: NameWords): Spelled[] {
  const brands = pairs(random, words.companyFirst, words.companySecond, '');
  return brands.slice(0, COUNTS.companies).map(([name, latin]): Spelled => {
    const kind = random.pick(words.companyKinds);
    return [name + kind[0], `${latin} ${kind[1]}`];
  });
}

function makeCities(places: readonly Spelled[], words: NameWords): City[] {
  return places.map(([short, latin], index) => {
    const kind = words.cityKinds[index % 3 === 2 ? 1 : 0] as Spelled;
    return { short, latin, full: short + kind[0] };
  });
}

function makeTeams(cities: readonly City[], words: NameWords): Spelled[] {
  return cities.slice(0, COUNTS.teams).map((city, index): Spelled => {
    const second = words.teamSecond[index % words.teamSecond.length] as Spelled;
    return [city.short + second[0], `${city.latin} ${second[1]}`];
  });
}

function makeProducts(random: Random, words: NameWords): string[] {
  const { productFirst, productSecond } = words;
  return random.shuffle(
    productFirst.flatMap((a) => productSecond.map((b) => `${a}${b}${1 + random.below(9)}`)),
  );
}

export class WorldNames {
  readonly #isWestern: boolean;
  readonly people: Ranked<Spelled>;
  readonly cities: Ranked<City>;
  readonly districts: Ranked<Spelled>;
  readonly companies: Ranked<Spelled>;
  readonly organisations: Ranked<Spelled>;
  readonly laws: Ranked<Spelled>;
  readonly products: Ranked<string>;
  readonly illnesses: Ranked<Spelled>;
  readonly teams: Ranked<Spelled>;
  readonly shows: Ranked<string>;
  readonly schools: Ranked<string>;
  readonly foreign: Ranked<Spelled>;
  readonly words: NameWords;

  /** @param isWestern given names come first, and there is one spelling. */
  constructor(seed: number, words: NameWords, isWestern = false) {
    this.words = words;
    this.#isWestern = isWestern;
    const random = new Random(derive(seed, 0x6e616d65));
    const places = pairs(random, words.placeFirst, words.placeSecond, '');
    const cities = makeCities(places.splice(0, COUNTS.cities), words);
    this.cities = new Ranked(cities, 3);
    const districts = places.slice(0, COUNTS.districts);
    this.districts = new Ranked(
      districts.map(([name, latin]) => [name + random.pick(words.districtKinds), latin]),
      12,
    );
    this.people = new Ranked(this.#people(random), 20);
    this.companies = new Ranked(makeCompanies(random, words), 5);
    this.organisations = new Ranked(random.shuffle([...words.organisations]), 4);
    this.laws = new Ranked(pairs(random, words.lawFirst, words.lawSecond, ' '), 4);
    this.illnesses = new Ranked(pairs(random, words.illnessFirst, words.illnessSecond, ' '), 3);
    this.teams = new Ranked(makeTeams(cities, words), 6);
    this.products = new Ranked(makeProducts(random, words), 4);
    const shows = words.showFirst.flatMap((a) => words.showSecond.map((b) => a + b));
    this.shows = new Ranked(random.shuffle(shows), 5);
    const school = (): string => random.pick(places)[0] + random.pick(words.schools);
    this.schools = new Ranked(Array.from({ length: COUNTS.schools }, school), 6);
    this.foreign = new Ranked(random.shuffle([...words.foreign]), 3);
  }

  #people(random: Random): Spelled[] {
    const seen = new Map<string, Spelled>();
    while (seen.size < COUNTS.people) {
      const person = this.person(random);
      seen.set(person[0], person);
    }
    return [...seen.values()];
  }

  person(random: Random): Spelled {
    const surname = random.pick(this.words.surnames);
    const first = random.pick(this.words.givenFirst);
    if (this.#isWestern) {
      const name = `${first[1]} ${surname[1]}`;
      return [name, name];
    }
    const second = random.pick(this.words.givenSecond);
    return [
      surname[0] + first[0] + second[0],
      `${surname[1]} ${first[1]}-${second[1].toLowerCase()}`,
    ];
  }

  foreigner(random: Random): Spelled {
    const first = random.pick(this.words.transcribedFirst);
    const last = random.pick(this.words.transcribedLast);
    const latin = `${first[1]} ${last[1]}`;
    return [this.#isWestern ? latin : `${first[0]}·${last[0]}`, latin];
  }
}
