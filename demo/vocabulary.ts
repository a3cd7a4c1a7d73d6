/**
 * The types of the files in `demo/vocabulary`, and the check of parsed files.
 *
 * Invariants: all texts of a corpus come from these files; a missing or empty part is refused with its
 * path before anything is generated.
 * Not here: reading files (the caller does), templates (template.ts).
 */
import { assert } from '../src/kernel/errors.js';
import { isClean } from './json-line.js';

/** A word and its Latin spelling. */
export type Spelled = readonly [string, string];

export interface TopicWords {
  key: string;
  /** The desk for which outlets have an affinity: politics, news, business, life, tv, world. */
  desk: string;
  weight: number;
  sections: string[];
  sectionsEn: string[];
  roles: string[];
  roles2: string[];
  broad: string[];
  main: string[];
  tags: string[];
  /** Angles of a story of the topic: a first sentence, and headlines that fit it. */
  angles: { lead: string; heads: string[] }[];
  tails: string[];
  /** Suffixes of companies that fit the topic; an empty list means any. */
  companyKinds: string[];
  /** Organisations that speak about the topic; an empty list means any. */
  organisations: string[];
  /** Its stories happen in a city, so sentences about the place fit. */
  local: boolean;
  facts: string[];
  quotes: string[];
  background: string[];
}

export interface PhraseWords {
  openers: string[];
  titlePrefixes: string[];
  titleSuffixes: string[];
  general: string[];
  closers: string[];
  citations: string[];
  citationSentences: string[];
  worldCitations: string[];
  wireLead: string;
  reporterLead: string[];
  correctedTitles: string[];
  due: string[];
  next: string[];
  clock: string[];
  clock2: string[];
  /** Synonyms: see lexicon.ts. */
  synonyms: string[];
  /** Clauses that sentences share, `{@name}`; each list may use the lists before it. */
  parts: Record<string, string[]>;
  /** Interviewed people, the office in charge, and places of a town. */
  asked: {
    scholars: Spelled[];
    insiders: Spelled[];
    passersBy: Spelled[];
    units: string[];
    places: string[];
  };
  bylines: { roles: string[]; spots: string[]; collective: string[]; latinDesks: string[] };
}

export interface NameWords {
  surnames: Spelled[];
  givenFirst: Spelled[];
  givenSecond: Spelled[];
  transcribedFirst: Spelled[];
  transcribedLast: Spelled[];
  country: Spelled;
  foreign: Spelled[];
  parties: Spelled[];
  placeFirst: Spelled[];
  placeSecond: Spelled[];
  roads: string[];
  schools: string[];
  companyFirst: Spelled[];
  companySecond: Spelled[];
  companyKinds: Spelled[];
  organisations: Spelled[];
  lawFirst: Spelled[];
  lawSecond: Spelled[];
  productFirst: string[];
  productSecond: string[];
  illnessFirst: Spelled[];
  illnessSecond: Spelled[];
  teamSecond: Spelled[];
  showFirst: string[];
  showSecond: string[];
  storms: Spelled[];
  cityKinds: Spelled[];
  districtKinds: string[];
}

export interface OutletWords {
  categories: Spelled[];
  prefixes: Spelled[];
  /** Suffix, code and kind of outlet. */
  kinds: [string, string, string][];
  english: Spelled[];
  wire: [string, string, string];
  syndicated: Spelled;
  discovery: Spelled;
  /** Known, but no longer collected. */
  retired: Spelled;
  /** Title, alias, code, country code and country. */
  external: [string, string, string, string, string][];
  /** The first is the world's own country. */
  countries: Spelled[];
  /** Country of media without a country. */
  international: string;
  /** Titles of a portal's topics, and of a part of a topic; `{main}` is its main tag. */
  portalTitles: string[];
  portalPart: string;
}

export interface EnglishWords {
  topics: Record<string, { heads: string[]; sentences: string[]; tags: string[] }>;
  general: string[];
  citations: string[];
  /** Second halves of headlines. */
  tails: string[];
  /** Attributions after a headline: it was reported. */
  saying: string[];
  wireLead: string;
  synonyms: string[];
  parts: Record<string, string[]>;
}

export interface BlogWords {
  nameFirst: string[];
  nameSecond: string[];
  categories: string[];
  descriptions: string[];
  authors: string[];
  labels: string[];
  titles: string[];
  openings: string[];
  paragraphs: string[];
  closings: string[];
  quoteLead: string[];
  linkLead: string[];
  linkTail: string[];
  comments: string[];
  /** Anchor text of a link to a post; `{name}` is its blog. */
  linkAnchor: string;
  /** Headings of lists of links. */
  sidebar: string;
  blogroll: string;
}

export interface WorldWords {
  /** The language of the world; some outlets of a Chinese world write English. */
  language: 'zh' | 'en';
  names: NameWords;
  outlets: OutletWords;
  phrases: PhraseWords;
  english: EnglishWords;
  blogs: BlogWords;
  topics: TopicWords[];
}

/** Files of `demo/vocabulary` that make a vocabulary; the `topics-` files are joined in this order. */
export const VOCABULARY_FILES = [
  'names.json',
  'outlets.json',
  'phrases.json',
  'english.json',
  'blogs.json',
  'topics-politics.json',
  'topics-society.json',
  'topics-market.json',
  'topics-culture.json',
] as const;

const NAME_LISTS = [
  ...['surnames', 'givenFirst', 'givenSecond', 'transcribedFirst', 'transcribedLast', 'country'],
  ...['foreign', 'parties', 'placeFirst', 'placeSecond', 'roads', 'schools', 'companyFirst'],
  ...['companySecond', 'companyKinds', 'organisations', 'lawFirst', 'lawSecond', 'productFirst'],
  ...['productSecond', 'illnessFirst', 'illnessSecond', 'teamSecond', 'showFirst', 'showSecond'],
  ...['storms', 'cityKinds', 'districtKinds'],
];
const OUTLET_LISTS = [
  ...['categories', 'prefixes', 'kinds', 'english', 'wire', 'syndicated', 'discovery', 'retired'],
  ...['external', 'countries', 'portalTitles'],
];
const PHRASE_LISTS = [
  ...['openers', 'titlePrefixes', 'titleSuffixes', 'general', 'closers', 'citations'],
  ...['citationSentences', 'worldCitations', 'reporterLead', 'correctedTitles', 'due', 'next'],
  ...['clock', 'clock2', 'synonyms'],
];
const ASKED_LISTS = ['scholars', 'insiders', 'passersBy', 'units', 'places'];
const ENGLISH_LISTS = ['general', 'citations', 'saying', 'tails'];
const BLOG_LISTS = [
  ...['nameFirst', 'nameSecond', 'categories', 'descriptions', 'authors', 'labels', 'titles'],
  ...['openings', 'paragraphs', 'closings', 'quoteLead', 'linkLead', 'linkTail', 'comments'],
];
const TOPIC_LISTS = [
  ...['sections', 'sectionsEn', 'roles', 'roles2', 'broad', 'main', 'tags', 'angles', 'tails'],
  ...['facts', 'quotes', 'background'],
];

function requireLists(path: string, value: unknown, lists: readonly string[]): void {
  assert(typeof value === 'object' && value !== null, `${path} is not an object`);
  const fields = value as Record<string, unknown>;
  for (const name of lists) {
    const list = fields[name];
    assert(Array.isArray(list) && list.length > 0, `${path}: ${name} is not a list with entries`);
  }
}

function requireParts(path: string, parts: unknown): void {
  const names = typeof parts === 'object' && parts !== null ? Object.keys(parts) : [];
  requireLists(`${path}: parts`, parts, names);
}

function requireTopics(topics: readonly TopicWords[], english: EnglishWords): void {
  assert(topics.length > 0, 'no topics');
  for (const topic of topics) {
    requireLists(`topic ${topic.key}`, topic, TOPIC_LISTS);
    assert(Number.isInteger(topic.weight) && topic.weight > 0, `topic ${topic.key}: weight`);
    assert(Array.isArray(topic.companyKinds), `topic ${topic.key}: companyKinds`);
    assert(Array.isArray(topic.organisations), `topic ${topic.key}: organisations`);
    for (const angle of topic.angles) {
      requireLists(`topic ${topic.key}: angle`, angle, ['heads']);
      assert(typeof angle.lead === 'string', `topic ${topic.key}: an angle has no lead`);
    }
    const words = english.topics[topic.key];
    requireLists(`english topic ${topic.key}`, words, ['heads', 'sentences', 'tags']);
  }
}

/** Refuses texts that need escaping in JSON. */
function requireClean(path: string, value: unknown): void {
  if (typeof value === 'string') assert(isClean(value), `${path}: character to escape in ${value}`);
  else if (typeof value === 'object' && value !== null) {
    for (const [name, part] of Object.entries(value)) requireClean(`${path}.${name}`, part);
  }
}

/** Checks and joins parsed files, given by their names; throws with the path of an invalid part. */
export function loadVocabularyShape(files: Readonly<Record<string, unknown>>): WorldWords {
  for (const name of VOCABULARY_FILES) assert(files[name] !== undefined, `${name} is missing`);
  const vocabulary: WorldWords = {
    language: 'zh',
    names: files['names.json'] as NameWords,
    outlets: files['outlets.json'] as OutletWords,
    phrases: files['phrases.json'] as PhraseWords,
    english: files['english.json'] as EnglishWords,
    blogs: files['blogs.json'] as BlogWords,
    topics: VOCABULARY_FILES.filter((name) => name.startsWith('topics-')).flatMap((name) => {
      assert(Array.isArray(files[name]), `${name} is not a list`);
      return files[name] as TopicWords[];
    }),
  };
  requireWhole(vocabulary);
  return vocabulary;
}

/** Refuses a vocabulary with a missing part. */
export function requireWhole(vocabulary: WorldWords): void {
  requireClean('vocabulary', vocabulary);
  requireLists('names.json', vocabulary.names, NAME_LISTS);
  requireLists('outlets.json', vocabulary.outlets, OUTLET_LISTS);
  requireLists('phrases.json', vocabulary.phrases, PHRASE_LISTS);
  requireLists('phrases.json: asked', vocabulary.phrases.asked, ASKED_LISTS);
  requireParts('phrases.json', vocabulary.phrases.parts);
  requireLists('english.json', vocabulary.english, ENGLISH_LISTS);
  requireParts('english.json', vocabulary.english.parts);
  requireLists('blogs.json', vocabulary.blogs, BLOG_LISTS);
  requireTopics(vocabulary.topics, vocabulary.english);
}
