/**
 * Pages of `docs/` that are made from the program's own declarations.
 *
 * `npm run generate:docs` writes them; `test/docs.test.ts` fails when they are old.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Config, flagOf, OPTIONS, variableOf } from '../src/kernel/config.js';
import { RECORDS } from '../src/store/log/parse/declaration.js';
import type { FieldDeclarations } from '../src/store/log/parse/field-types.js';
import { root } from './tidy/root.js';

const MARK = (name: string, end: string): string => `<!-- ${name}: ${end} -->`;

/** The generated parts by page. */
export const PARTS = {
  'records.md': { name: 'records', text: recordsText },
  'configuration.md': { name: 'options', text: optionsText },
} as const;
export type Page = keyof typeof PARTS;

export function pagePath(page: Page): string {
  return join(root, 'docs', page);
}

/** A page with its generated part as it has to be. */
export function renewed(page: Page): string {
  const { name, text } = PARTS[page];
  const whole = readFileSync(pagePath(page), 'utf8');
  const [begin, end] = [MARK(name, 'generated'), MARK(name, 'end')];
  const [from, to] = [whole.indexOf(begin), whole.indexOf(end)];
  if (from < 0 || to < from) throw new Error(`docs/${page} has no part ${name}`);
  return `${whole.slice(0, from + begin.length)}\n\n${text()}\n${whole.slice(to)}`;
}

function recordsText(): string {
  return Object.entries(RECORDS)
    .map(([kind, { means, identity, fields, example }]) =>
      [
        `## ${kind}`,
        '',
        `${means}. Two records are the same item by: ${identity}.`,
        '',
        '| field | holds | means |',
        '|---|---|---|',
        ...rowsOf(fields, ''),
        '',
        '```json',
        JSON.stringify(example),
        '```',
        '',
      ].join('\n'),
    )
    .join('\n');
}

function rowsOf(fields: FieldDeclarations, place: string): string[] {
  return Object.entries(fields).flatMap(([name, { type, means, required, members }]) => {
    const shown = `\`${place}${name}\`${required ? ' **required**' : ''}`;
    const inner = type.startsWith('list') ? `${place}${name}[].` : `${place}${name}.`;
    return [`| ${shown} | ${type} | ${means} |`, ...(members ? rowsOf(members, inner) : [])];
  });
}

function optionsText(): string {
  const rows = OPTIONS.map(({ name, key, fallback, describes }) => {
    const shown = fallback === '' ? 'none' : `\`${fallback}\``;
    const names = `\`${key}\` | \`${flagOf(name as keyof Config)}\` | \`${variableOf(name)}\``;
    return `| ${names} | ${shown} | ${describes.replaceAll('|', '\\|')} |`;
  });
  return ['| key | flag | variable | default | means |', '|---|---|---|---|---|', ...rows, ''].join(
    '\n',
  );
}

if (process.argv[2] === 'write') {
  for (const page of Object.keys(PARTS) as Page[]) writeFileSync(pagePath(page), renewed(page));
}
