/**
 * The vocabulary of a world in English: people, places, outlets, blogs and tags of its own, and the Latin
 * spellings of all other words of the Chinese vocabulary.
 *
 * Invariants: templates have the same slots as in the Chinese vocabulary; a name has only one spelling,
 * which is used for both.
 */
import type { BlogWords, NameWords, OutletWords, Spelled, WorldWords } from './vocabulary.js';

/** Contents of `demo/vocabulary/en-*.json`. */
export interface EnglishFiles {
  names: Partial<NameWords>;
  outlets: OutletWords;
  blogs: BlogWords;
  /** Tags of a topic, by its key. */
  topics: { readonly [key: string]: { main: string[]; tags: string[] } };
}

/** An English vocabulary, made of the Chinese one. */
export function englishVocabulary(first: WorldWords, files: EnglishFiles): WorldWords {
  const latin = new Map<string, string>();
  for (const [name, spelling] of [...first.names.organisations, ...first.names.companyKinds]) {
    latin.set(name, spelling);
  }
  const spelled = (names: readonly string[]): string[] =>
    names.map((name) => latin.get(name) ?? name);
  return {
    ...first,
    language: 'en',
    names: englishNames(first.names, files.names),
    outlets: files.outlets,
    blogs: files.blogs,
    topics: first.topics.map((topic) => ({
      ...topic,
      ...files.topics[topic.key],
      broad: first.english.topics[topic.key]!.tags.map((tag) => tag.replace(/(?<=\w)e(?=\})/, '')),
      companyKinds: spelled(topic.companyKinds),
      organisations: spelled(topic.organisations),
    })),
  };
}

function englishNames(names: NameWords, own: Partial<NameWords>): NameWords {
  return {
    ...names,
    transcribedFirst: names.transcribedFirst.map(latinOnly),
    transcribedLast: names.transcribedLast.map(latinOnly),
    country: latinOnly(names.country),
    foreign: names.foreign.map(latinOnly),
    parties: names.parties.map(latinOnly),
    organisations: names.organisations.map(latinOnly),
    storms: names.storms.map(latinOnly),
    lawFirst: names.lawFirst.map(latinOnly),
    illnessFirst: names.illnessFirst.map(latinOnly),
    companyKinds: names.companyKinds.map(afterSpace),
    lawSecond: names.lawSecond.map(afterSpace),
    illnessSecond: names.illnessSecond.map(afterSpace),
    teamSecond: names.teamSecond.map(afterSpace),
    ...own,
  };
}

function latinOnly([, latin]: Spelled): Spelled {
  return [latin, latin];
}

/** The second part of a name, for the first spelling to be appended to the first part. */
function afterSpace([, latin]: Spelled): Spelled {
  return [` ${latin}`, latin];
}
