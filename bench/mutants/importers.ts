/**
 * Which test files reach a file of the source, by what the compiled files import.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

const IMPORTED = /(?:from|import)\s*\(?\s*['"](\.[^'"]+\.js)['"]/g;

/** Test files that import a file of the compiled tree, directly or not: the nearest ones first. */
export function testsOf(dist: string, file: string): string[] {
  const importers = new Map<string, string[]>();
  for (const path of readdirSync(dist, { recursive: true }) as string[]) {
    if (!path.endsWith('.js')) continue;
    for (const [, name = ''] of readFileSync(join(dist, path), 'utf8').matchAll(IMPORTED)) {
      const imported = join(dirname(path), name);
      importers.set(imported, [...(importers.get(imported) ?? []), path]);
    }
  }
  const reached = new Set([relative('.', file.replace(/\.tsx?$/, '.js'))]);
  // Grows while it is walked.
  for (const path of reached)
    for (const importer of importers.get(path) ?? []) reached.add(importer);
  return [...reached]
    .filter((path) => path.endsWith('.test.js'))
    .map((path) => relative('test', path).replace(/\.test\.js$/, ''));
}
