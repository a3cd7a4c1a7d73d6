/**
 * Rules of the house that no tool knows: what may be called where, and how large things may grow.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { root } from './root.js';

const LINES_MAX = 400;

/** Calls that belong to one file, or to none. */
const BANS: { pattern: RegExp; reason: string; except: RegExp }[] = [
  {
    pattern: /\bDate\.now\(|\bnew Date\(\)/,
    reason: 'time comes from a Clock',
    except: /^src\/kernel\/clock\.ts$/,
  },
  {
    pattern: /\bperformance\.now\(/,
    reason: 'time comes from a Monotonic',
    except: /^src\/kernel\/clock\.ts$/,
  },
  { pattern: /\bMath\.random\(/, reason: 'randomness is seeded or cryptographic', except: /^$/ },
  {
    pattern: /\bprocess\.env\b/,
    reason: 'options come from the config',
    except:
      /^src\/(app\/cli\/(config-file|options)|serve\/http\/uws-server|crawler\/fetch\/access)\.ts$/,
  },
  {
    pattern: /\bconsole\.\w+\(/,
    reason: 'people are told by the logger or by a command',
    except: /^$/,
  },
  {
    pattern:
      /\b(inner|outer)HTML\b|insertAdjacentHTML|document\.write|dangerouslySet|\beval\(|new Function/,
    reason: 'texts of pages never become markup or code',
    except: /^(src\/(?!serve\/web\/)|demo\/|workers\/)/,
  },
  {
    pattern: /from 'hono\/html'/,
    reason: 'HTML is escaped; of JSON-LD the layout takes care',
    except: /^src\/serve\/web\/layout\.tsx$/,
  },
  { pattern: /TextDecoder\(['"]big5/i, reason: 'the native table is wrong', except: /^$/ },
  { pattern: /\bTODO\b|\bFIXME\b|\bXXX\b/, reason: 'nothing is left half done', except: /^$/ },
  { pattern: /: any\b|\bas any\b/, reason: 'unknown is honest', except: /^$/ },
];

const scripts = readdirSync(join(root, 'data/web'))
  .filter((name) => name.endsWith('.js'))
  .map((name) => ({
    path: `data/web/${name}`,
    text: readFileSync(join(root, 'data/web', name), 'utf8'),
  }));

const sources = ['src', 'demo', 'workers'].flatMap((folder) =>
  (readdirSync(join(root, folder), { recursive: true }) as string[])
    .filter((path) => /\.tsx?$/.test(path) && !path.endsWith('.d.ts'))
    .map((path) => ({
      path: join(folder, path).replaceAll('\\', '/'),
      text: readFileSync(join(root, folder, path), 'utf8'),
    })),
);

t.test('every source file opens with what it is', async (t) => {
  for (const { path, text } of sources) {
    t.match(text, /^(#!.*\n)?\/\*\*/, `${path} begins with a docblock`);
  }
});

t.test('file names are kebab-case', async (t) => {
  for (const { path } of sources) {
    t.match(path, /^[a-z0-9-]+(\/[a-z0-9-]+)*\.tsx?$/, path);
  }
});

t.test('no file grows beyond what one reads in one go', async (t) => {
  for (const { path, text } of sources) {
    const lines = text.split('\n').length;
    t.ok(lines <= LINES_MAX, `${path} has ${lines} lines, at most ${LINES_MAX}`);
  }
});

t.test('comments name files that are there', async (t) => {
  const known = sources.map(({ path }) => `/${path}`);
  for (const { path, text } of sources) {
    const comments = text.match(/\/\*[\s\S]*?\*\/|\/\/.*$/gm) ?? [];
    for (const [name] of comments.join(' ').matchAll(/[\w./-]*[\w-]+\.tsx?\b/g)) {
      t.ok(
        known.some((one) => one.endsWith(`/${name}`)),
        `${path} names ${name}`,
      );
    }
  }
});

t.test('pages about the code name files and folders that are there', async (t) => {
  const folders = ['src', 'demo', 'workers', 'data', 'deploy', 'test', 'docs'];
  const known = folders.flatMap((folder) =>
    (readdirSync(join(root, folder), { recursive: true }) as string[]).map((path) =>
      `/${folder}/${path.replaceAll('\\', '/')}`.replace(/\.tsx?$/, ''),
    ),
  );
  const wings = readdirSync(join(root, 'src')).map((wing) => `src/${wing}/index.md`);
  for (const page of ['ARCHITECTURE.md', 'docs/code.md', 'docs/inside.md', ...wings]) {
    const text = readFileSync(join(root, page), 'utf8').replace(/\]\([^)]*\)/g, '');
    const named = [...text.matchAll(/(?<![\w/:.-])[a-z][\w.-]*(?:\/[\w.-]*[\w*])+/g)].map(
      ([path]) => path,
    );
    if (!page.endsWith('index.md')) t.ok(named.length > 20, page);
    for (const path of named) {
      const [start] = path.replace(/\.tsx?$/, '').split('*');
      t.ok(
        known.some((one) => `${one}|`.includes(path.includes('*') ? `/${start}` : `/${start}|`)),
        `${page} names ${path}`,
      );
    }
  }
});

t.test('decisions that comments name are in the documentation', async (t) => {
  const decisions = readFileSync(join(root, 'docs/decisions.md'), 'utf8');
  const known = new Set([...decisions.matchAll(/\*\*(\d+[a-z]?)\.[ *]/g)].map((one) => one[1]!));
  t.ok(known.size > 50);
  for (const { path, text } of sources) {
    const comments = text.replace(/\n\s*(\*|\/\/) ?/g, ' ');
    for (const [named, numbers] of comments.matchAll(
      /decisions? ((?:\d+[a-z]?(?:, | and )?)+)/gi,
    )) {
      for (const number of numbers!.match(/\d+[a-z]?/g)!) {
        t.ok(known.has(number), `${path}: ${named}`);
      }
    }
  }
});

t.test('forbidden calls stay where they belong', async (t) => {
  for (const { path, text } of [...sources, ...scripts]) {
    const code = text.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '');
    for (const { pattern, reason, except } of BANS) {
      if (except.test(path)) continue;
      t.notOk(pattern.test(code), `${path}: ${pattern.source} (${reason})`);
    }
  }
});
