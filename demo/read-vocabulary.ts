/** Reads the vocabulary from its files. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type EnglishFiles, englishVocabulary } from './english-vocabulary.js';
import {
  loadVocabularyShape,
  requireWhole,
  VOCABULARY_FILES,
  type WorldWords,
} from './vocabulary.js';

/** An invented country, by the language that it speaks. */
export type WorldName = 'zh' | 'en';

const here = dirname(fileURLToPath(import.meta.url));
const beside = join(here, 'vocabulary');
/** Beside this file, or in the project of the compiled code. */
const FOLDER = existsSync(beside) ? beside : join(here, '..', '..', 'demo', 'vocabulary');

/** The vocabulary for the world that speaks a language. */
export function readVocabulary(language: WorldName = 'zh'): WorldWords {
  const files = VOCABULARY_FILES.map((name) => [name, readJson(name)]);
  const first = loadVocabularyShape(Object.fromEntries(files));
  if (language === 'zh') return first;
  const english = englishVocabulary(first, {
    names: readJson('en-names.json'),
    outlets: readJson('en-outlets.json'),
    blogs: readJson('en-blogs.json'),
    topics: readJson('en-topics.json'),
  } as EnglishFiles);
  requireWhole(english);
  return english;
}

function readJson(name: string): unknown {
  return JSON.parse(readFileSync(join(FOLDER, name), 'utf8'));
}
