/**
 * The vocabulary of a world that speaks English: its own people, places, outlets, blogs and tags, and
 * the Latin spellings of everything else that the first world knows.
 *
 * Invariants: templates have the slots that they have in the first world; both spellings of a name are
 * the same, because there is only one.
 */
import type { BlogWords, NameWords, OutletWords, Spelled, WorldWords } from './vocabulary.js';

/** What `demo/vocabulary/en-*.json` hold. */
export interface EnglishFiles {
  names: Partial<NameWords>;
  outlets: OutletWords;
  blogs: BlogWords;
  /** Tags of a topic, by its key. */
  topics: { readonly [key: string]: { main: string[]; tags: string[] } };
}

/** A vocabulary in English, made of the first one. */
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

/** The second part of a name, whose first spelling is put behind the first part as it is. */
function afterSpace([, latin]: Spelled): Spelled {
  return [` ${latin}`, latin];
}
