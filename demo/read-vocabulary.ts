/** Reads the generator's vocabulary from the data files of the project. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type EnglishFiles, englishVocabulary } from '../../../demo/english-vocabulary.js';
import {
  loadVocabularyShape,
  requireWhole,
  VOCABULARY_FILES,
  type WorldWords,
} from '../../../demo/vocabulary.js';
import { projectRoot } from '../paths.js';
import type { WorldName } from './worlds.js';

/** The vocabulary of the project for the world that speaks a language. */
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
  return JSON.parse(readFileSync(join(projectRoot, 'demo', 'vocabulary', name), 'utf8'));
}
