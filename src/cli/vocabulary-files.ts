/**
 * Reads the generator's vocabulary from the data files of the project.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '../app/paths.js';
import { loadVocabularyShape, VOCABULARY_FILES, type Vocabulary } from '../generator/vocabulary.js';

/** The vocabulary that ships with the project. */
export function readVocabulary(): Vocabulary {
  const files = VOCABULARY_FILES.map((name) => {
    const path = join(projectRoot, 'data', 'generator', name);
    return [name, JSON.parse(readFileSync(path, 'utf8')) as unknown];
  });
  return loadVocabularyShape(Object.fromEntries(files));
}
