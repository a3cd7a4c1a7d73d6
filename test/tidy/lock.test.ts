/** The lock file holds for every platform, and names no registry. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { root } from './root.js';

interface Locked {
  version?: string;
  integrity?: string;
  resolved?: string;
  optionalDependencies?: Record<string, string>;
  bundleDependencies?: string[];
  inBundle?: boolean;
}

const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
  packages: Record<string, Locked>;
};
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  scripts: Record<string, string>;
};

/** Where Node.js finds a package that the one at `from` asks for; undefined when nowhere. */
function found(from: string, name: string): Locked | undefined {
  for (let at = from; ; ) {
    const locked = packages[`${at === '' ? '' : `${at}/`}node_modules/${name}`];
    if (locked !== undefined || at === '') return locked;
    at = at.slice(0, Math.max(0, at.lastIndexOf('/node_modules/')));
  }
}

t.test('every optional binary of every platform is locked, so npm ci works everywhere', (t) => {
  let count = 0;
  for (const [path, { optionalDependencies = {} }] of Object.entries(packages)) {
    for (const name of Object.keys(optionalDependencies)) {
      count += 1;
      t.ok(found(path, name)?.integrity, `${name} of ${path}`);
    }
  }
  t.ok(count > 50, 'there are such binaries');
  for (const binary of ['@biomejs/cli-darwin-arm64', '@node-rs/crc32-win32-x64-msvc']) {
    t.ok(packages[`node_modules/${binary}`]?.integrity, binary);
  }
  t.end();
});

t.test('what is installed is told by its checksum, and from where is left to npm', (t) => {
  for (const [path, { integrity, resolved, inBundle }] of Object.entries(packages)) {
    if (path === '') continue;
    if (inBundle !== true) t.ok(integrity, `${path} has a checksum`);
    t.equal(resolved, undefined, `${path} names no registry`);
  }
  t.end();
});

t.test('npm start installs no tool that only developers need', (t) => {
  t.match(manifest.scripts.start, /setup\.mjs start$/);
  t.match(readFileSync(join(root, 'setup.mjs'), 'utf8'), "isDevelop ? [] : ['--omit=dev']");
  t.end();
});
