/** The packed package works in an empty folder. */
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import t from 'tap';
import { root } from '../../tidy/root.js';
import { folderFor } from './run-command.js';

const call = promisify(execFile);
/** Most of it is npm; a machine may be busy. */
const PATIENCE_MS = 240_000;
const windows = process.platform === 'win32';
t.setTimeout(PATIENCE_MS + 60_000);

interface Done {
  code: number;
  stdout: string;
  stderr: string;
}

/** Runs a program of npm in a folder, with no more of our environment than it needs. */
async function npm(program: 'npm' | 'npx', args: string[], cwd: string): Promise<Done> {
  const { PATH, HOME, npm_config_cache, npm_config_registry } = process.env;
  const env = { PATH, HOME, npm_config_cache, npm_config_registry };
  try {
    const done = await call(program, args, { cwd, env, shell: windows, timeout: PATIENCE_MS });
    return { code: 0, ...done };
  } catch (error) {
    const { code, stdout, stderr } = error as Done;
    return { code: Number(code) || 1, stdout, stderr };
  }
}

t.test('npx tagwire works from the packed package in an empty folder', async (t) => {
  const base = folderFor(t);
  const packed = await npm('npm', ['pack', root, '--json', '--ignore-scripts'], base);
  t.equal(packed.code, 0, packed.stderr);
  const [{ filename, files }] = JSON.parse(packed.stdout) as [
    { filename: string; files: { path: string }[] },
  ];
  const paths = files.map(({ path }) => path);
  for (const path of [
    'dist/src/app/cli/main.js',
    'dist/workers/log.js',
    'dist/src/client/client.js',
    'src/client/client.ts',
    'src/client/news-api.d.ts',
    'data/citations.json',
    'NOTICE',
  ]) {
    t.ok(paths.includes(path), path);
  }
  t.notOk(paths.find((path) => /^dist\/(test|bench)\/|^test\/|\.map$|^data\/demo\//.test(path)));

  const home = join(base, 'home');
  mkdirSync(home);
  const options = ['--prefer-offline', '--no-audit', '--no-fund', '--ignore-scripts'];
  const installed = await npm('npm', ['install', ...options, join(base, filename)], home);
  if (installed.code !== 0) {
    t.comment('skipped: npm can install nothing here, without a network or a cache');
    return;
  }
  t.notOk(existsSync(join(home, 'node_modules', 'tap')), 'no tool of developers');
  const tagwire = (...args: string[]): Promise<Done> =>
    npm('npx', ['--no', 'tagwire', ...args], home);
  t.match(await tagwire('--version'), { code: 0, stdout: /^\d+\.\d+\.\d+\n$/ });
  writeFileSync(join(home, 'my.ndjson'), '{"kind":"category","key":"news","label":"News"}\n');
  const fed = await tagwire('ingest', 'my.ndjson');
  t.match(fed, { code: 0, stdout: 'accepted 1, updated 0, unchanged 0, rejected 0\n' });
  t.ok(existsSync(join(home, 'tagwire-data', 'log')), 'the store lies beside it');
  t.match(await tagwire('generate', '--days', '1', '--per-day', '5'), {
    code: 0,
    stdout: /"kind"/,
  });

  const program = `import { newsClient, pages } from 'tagwire/client';
const client = newsClient('http://127.0.0.1:9');
export const titles = async () => {
  for await (const { articles } of pages((cursor) =>
    client.GET('/api/v1/articles', { params: { query: { q: 'x', ...(cursor ? { cursor } : {}) } } }),
  )) {
    const [first] = articles;
    if (first) console.log(first.title.length);
  }
};
console.log(typeof client.POST);
`;
  writeFileSync(join(home, 'program.mjs'), program);
  writeFileSync(join(home, 'program.mts'), program);
  t.equal((await call(process.execPath, ['program.mjs'], { cwd: home })).stdout, 'function\n');
  const wrong = program.replace('first.title.length', 'first.title.lengths');
  writeFileSync(join(home, 'wrong.mts'), wrong);
  const typed = (file: string): Promise<string> =>
    call(
      process.execPath,
      [
        join(root, 'node_modules', 'typescript', 'bin', 'tsc'),
        ...['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2022'],
        ...['--lib', 'es2023,dom,dom.asynciterable', '--skipLibCheck', file],
      ],
      { cwd: home },
    ).then(
      ({ stdout }) => stdout,
      (error: { stdout: string }) => error.stdout,
    );
  t.equal(await typed('program.mts'), '', 'its types hold where they are used');
  t.match(await typed('wrong.mts'), /^wrong\.mts.*lengths/, 'and see a mistake');
});
