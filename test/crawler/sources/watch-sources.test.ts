/** Following `sources.toml`: when it is read, what is told, what is kept. */
import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import t from 'tap';
import {
  type SourceChange,
  type SourceDisk,
  SourceWatch,
} from '../../../src/crawler/sources/watch-sources.js';
import { type Logger, silentLogger } from '../../../src/kernel/logger.js';
import { checkSelector, keysOf } from './reading.js';

/** A disk of one file that a test writes by hand. */
class Disk implements SourceDisk {
  text: string | null = null;
  version = 0;
  reads = 0;
  duringRead: (() => void) | null = null;

  write(text: string | null): void {
    this.text = text;
    this.version += 1;
  }

  async mark(): Promise<string | null> {
    return this.text === null ? null : String(this.version);
  }

  async read(): Promise<string> {
    this.reads += 1;
    const text = this.text!;
    const work = this.duringRead;
    this.duringRead = null;
    work?.();
    return text;
  }
}

const blog = (slug: string, more = ''): string =>
  `[[blog]]\nslug = "${slug}"\nname = "B"\nurl = "https://${slug}.example/"\nfeed = "https://${slug}.example/f"\n${more}`;

function setUp() {
  const disk = new Disk();
  const told: string[] = [];
  const warned: string[] = [];
  const logged: object[] = [];
  let tick: (() => void) | null = null;
  const logger: Logger = {
    ...silentLogger,
    warn: (_: unknown, message?: string) => warned.push(message ?? ''),
    info: (facts: object) => logged.push(facts),
  };
  const watch = new SourceWatch({
    path: 'sources.toml',
    check: checkSelector,
    logger,
    disk,
    onChange: ({ added, changed, removed }: SourceChange) =>
      told.push([added, changed, removed].map((list) => keysOf(list).join(' ')).join('|')),
    repeat: (work) => {
      tick = work;
      return () => {
        tick = null;
      };
    },
  });
  const poll = async (times = 1): Promise<void> => {
    for (let count = 0; count < times; count++) {
      tick?.();
      await watch.poll().then(() => undefined);
    }
  };
  return { disk, told, warned, logged, watch, poll, ticks: () => tick !== null };
}

t.test('what a reading changed is logged by name, and nothing where nothing did', async (t) => {
  const { disk, logged, watch } = setUp();
  disk.write(blog('ann') + blog('bo'));
  await watch.start();
  disk.write(blog('bo', 'verified = true\n') + blog('cy'));
  await watch.reload();
  await watch.reload();
  const path = 'sources.toml';
  t.strictSame(logged, [
    { path, added: 'blog:ann blog:bo', changed: '', removed: '' },
    { path, added: 'blog:cy', changed: 'blog:bo', removed: 'blog:ann' },
  ]);
  disk.write(Array.from({ length: 13 }, (_, at) => blog(`b${at}`)).join(''));
  await watch.reload();
  t.match(logged[2], { added: /^blog:b0 .* blog:b9 and 3 more$/, removed: 'blog:bo blog:cy' });
});

t.test('the file is read at the start, and again once it has come to rest', async (t) => {
  const { disk, told, watch } = setUp();
  disk.write(blog('ann'));
  await watch.start();
  t.strictSame(told, ['blog:ann||']);
  disk.write(blog('ann', 'verified = true\n') + blog('bo'));
  await watch.poll();
  t.equal(disk.reads, 1, 'one look sees only that it has changed');
  disk.write(`${blog('bo')}${blog('ann', 'verified = true\n')}`);
  await watch.poll();
  t.equal(disk.reads, 1, 'it is still being written');
  await watch.poll();
  t.strictSame(told.slice(1), ['blog:bo|blog:ann|']);
  await watch.poll();
  t.equal(disk.reads, 2, 'what has not changed is not read');
  t.strictSame(keysOf(watch.file.entries), ['blog:bo', 'blog:ann']);
});

t.test('a file that is written while it is read is read again', async (t) => {
  const { disk, told, watch } = setUp();
  disk.write(blog('ann'));
  await watch.start();
  disk.write(blog('half'));
  disk.duringRead = () => disk.write(blog('whole'));
  await watch.poll();
  await watch.poll();
  t.equal(told.length, 1, 'half a file is not told');
  await watch.poll();
  await watch.poll();
  t.strictSame(told.slice(1), ['blog:whole||blog:ann']);
});

t.test('a file that goes is told once, and its sources stay', async (t) => {
  const { disk, told, warned, watch, poll } = setUp();
  disk.write(blog('ann'));
  await watch.start();
  disk.write(null);
  await poll(5);
  t.strictSame(warned, ['sources: there is no such file']);
  t.strictSame(keysOf(watch.file.entries), ['blog:ann']);
  disk.write(blog('ann'));
  await poll(3);
  t.equal(told.length, 1, 'it came back as it was');
  disk.write(null);
  await poll(3);
  t.equal(warned.length, 2);
});

t.test('a file may come later, and a reload does not wait', async (t) => {
  const { disk, told, watch, poll, ticks } = setUp();
  t.strictSame(await watch.start(), { categories: [], entries: [], faults: [] });
  disk.write(`${blog('ann')}colour = 1\n`);
  await watch.reload();
  t.strictSame(told, ['||']);
  disk.write(blog('ann'));
  await watch.reload();
  t.strictSame(told, ['||', 'blog:ann||']);
  await watch.close();
  t.notOk(ticks());
  await poll();
});

t.test('a disk that fails is told, and asked again', async (t) => {
  const { disk, warned, watch, poll } = setUp();
  disk.write(blog('ann'));
  disk.duringRead = () => {
    throw new Error('the disk is away');
  };
  await watch.start();
  t.strictSame(warned, ['sources: the disk is away']);
  disk.write(blog('ann'));
  await poll(2);
  t.strictSame(keysOf(watch.file.entries), ['blog:ann']);
});

t.test('real files are followed, also when an editor replaces them', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'tagwire-sources-'));
  t.teardown(() => rmSync(folder, { recursive: true, force: true }));
  const path = join(folder, 'sources.toml');
  writeFileSync(path, blog('ann'));
  const watch = new SourceWatch({
    path,
    check: checkSelector,
    logger: silentLogger,
    onChange: () => undefined,
  });
  await watch.start();
  t.strictSame(keysOf(watch.file.entries), ['blog:ann']);
  writeFileSync(`${path}.new`, blog('bob'));
  renameSync(`${path}.new`, path);
  await watch.poll();
  await watch.poll();
  t.strictSame(keysOf(watch.file.entries), ['blog:bob']);
  await watch.close();
});
