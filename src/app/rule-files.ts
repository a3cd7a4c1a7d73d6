/**
 * The rule files that operators may edit: JSON in `data/`, read once when the program needs it.
 *
 * Not here: what a file must hold; the folders that use the rules check that.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { messageOf, TagwireError } from '../kernel/errors.js';
import { projectRoot } from './paths.js';

const known = new Map<string, unknown>();

/**
 * The parsed rules of `data/<name>.json`.
 * @throws TagwireError CONFIG_INVALID when the file is missing or is not JSON.
 */
export function ruleFile(name: string): unknown {
  if (known.has(name)) return known.get(name);
  try {
    const rules: unknown = JSON.parse(
      readFileSync(join(projectRoot, 'data', `${name}.json`), 'utf8'),
    );
    known.set(name, rules);
    return rules;
  } catch (error) {
    const reason = `data/${name}.json cannot be read as rules: ${messageOf(error)}`;
    throw new TagwireError('CONFIG_INVALID', reason, { cause: error });
  }
}
