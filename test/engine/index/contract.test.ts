/** The contract of an index (src/engine/index/index.md), for every index that there is. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import t, { type Test } from 'tap';
import { generateCorpus } from '../../../demo/corpus.js';
import { readVocabulary } from '../../../demo/read-vocabulary.js';
import { createIndices, type IndexName } from '../../../src/app/indices.js';
import type { DirectoryOptions } from '../../../src/blogs/directory/codec.js';
import { DirectoryWriter } from '../../../src/blogs/directory/writer.js';
import type { MentionsOptions } from '../../../src/blogs/mentions/codec.js';
import { MentionsWriter } from '../../../src/blogs/mentions/writer.js';
import type { TopicsOptions } from '../../../src/blogs/topics/codec.js';
import { TopicsWriter } from '../../../src/blogs/topics/writer.js';
import type { AnyIndexWriter } from '../../../src/engine/index/writer.js';
import type { Entry } from '../../../src/kernel/model/records.js';
import type { CatalogOptions } from '../../../src/news/catalog/codec.js';
import { CatalogWriter } from '../../../src/news/catalog/writer.js';
import { EventsWriter } from '../../../src/news/events/writer.js';
import { MediaWriter } from '../../../src/news/media/writer.js';
import type { PortalsOptions } from '../../../src/news/portals/codec.js';
import { PortalsWriter } from '../../../src/news/portals/writer.js';
import type { SimilarityOptions } from '../../../src/news/similarity/codec.js';
import { SimilarityWriter } from '../../../src/news/similarity/writer.js';
import { TagsWriter } from '../../../src/news/tags/writer.js';
import { makeDesk, readAll } from '../../store/log/helper.js';
import { root } from '../../tidy/root.js';

const WRITERS: { [name in IndexName]: (options: unknown) => AnyIndexWriter } = {
  catalog: (options) => new CatalogWriter(options as CatalogOptions),
  media: () => new MediaWriter(),
  tags: () => new TagsWriter(),
  events: () => new EventsWriter(),
  portals: (options) => new PortalsWriter(options as PortalsOptions),
  similarity: (options) => new SimilarityWriter(options as SimilarityOptions),
  directory: (options) => new DirectoryWriter(options as DirectoryOptions),
  mentions: (options) => new MentionsWriter(options as MentionsOptions),
  topics: (options) => new TopicsWriter(options as TopicsOptions),
};
const NAMES = Object.keys(WRITERS) as IndexName[];
const CORPUS = {
  seed: 11,
  days: 3,
  endMs: Date.UTC(2026, 0, 31, 4),
  media: 8,
  perDay: 80,
  blogs: 6,
};

interface Snapshot {
  /** Names of what a new thread is given back. */
  given: readonly string[];
  bytes: ReadonlyMap<string, Buffer>;
}

/** A writer with its reader, which has its arena. */
class Side {
  readonly reader: ReturnType<typeof createIndices>[IndexName];
  readonly writer: AnyIndexWriter;
  #delta = 0;
  #isFresh = true;

  constructor(name: IndexName) {
    this.reader = createIndices()[name];
    this.writer = WRITERS[name](this.reader.writerOptions());
  }

  fold(entries: readonly Entry[]): void {
    for (const entry of entries) {
      if (this.writer.kinds.has(entry.record.kind)) this.writer.apply(entry);
    }
    this.show();
  }

  /** Brings the reader up to date, and does all idle work. */
  show(): void {
    for (;;) {
      const delta = this.writer.takeDelta();
      if (delta !== null) {
        this.reader.apply(delta.value as never, this.#isFresh);
        this.#isFresh = false;
        this.#delta += 1;
        this.writer.acknowledge?.(this.#delta);
      }
      if (this.writer.canCompact !== true) return;
      this.writer.compact?.();
    }
  }

  /** Every chunk of the state. `stored`: cold ones that need not be asked for. */
  snapshot(stored: ReadonlyMap<string, Buffer> = new Map()): Snapshot {
    const { chunks, cold } = this.writer.plan();
    const bytes = (name: string): Buffer =>
      (cold.includes(name) ? stored.get(name) : undefined) ?? Buffer.from(this.writer.chunk(name));
    return {
      given: chunks,
      bytes: new Map([...chunks, ...cold].map((name) => [name, bytes(name)])),
    };
  }
}

/** A new writer that starts from a snapshot: cold chunks stay in the store. */
function restored(name: IndexName, { given, bytes }: Snapshot, sequence: number): Side {
  const side = new Side(name);
  for (const chunk of given) {
    side.writer.restore(chunk, Uint8Array.from(bytes.get(chunk)!), side.writer.version);
  }
  side.writer.restored(sequence);
  side.show();
  return side;
}

/** A log with ticks, updates, masks and an erasure. */
async function entriesOf(t: Pick<Test, 'teardown'>): Promise<Entry[]> {
  const { log, send } = await makeDesk(t);
  const lines = [...generateCorpus(CORPUS, readVocabulary())];
  await send(lines.slice(0, lines.length >> 1), true);
  const urls = lines.flatMap((line) => /"kind":"(news|post)".*?"url":"([^"]+)"/.exec(line) ?? []);
  const named = (kind: string): string => urls[urls.indexOf(kind) + 1]!;
  await send([
    { kind: 'hide', target: 'news', key: named('news') },
    { kind: 'erase', target: 'post', key: named('post') },
  ]);
  await send(lines.slice(lines.length >> 1), true);
  return readAll(log);
}

/** Folder of an index. */
function folderOf(name: IndexName): string {
  const folders = ['news', 'blogs'].map((service) => join(root, 'src', service, name));
  return folders.find((folder) => existsSync(folder))!;
}

function pageOf(name: IndexName): string {
  return readFileSync(join(folderOf(name), 'index.md'), 'utf8');
}

t.test('every index has a thread, a name and this suite', async (t) => {
  t.same(Object.keys(createIndices()).sort(), [...NAMES].sort());
  for (const name of NAMES) t.ok(readFileSync(join(root, 'workers', `${name}.ts`)), name);
});

t.test('every index has a page that names files and folders which are there', async (t) => {
  for (const name of NAMES) {
    const named = [...pageOf(name).matchAll(/`([\w/-]+(?:\.ts|\/|\/[\w-]+))`/g)].map(
      ([, path]) => path!,
    );
    t.ok(named.length > 3, name);
    for (const path of named) {
      t.ok(
        existsSync(join(folderOf(name), path)) || existsSync(join(root, path)),
        `${name}: ${path}`,
      );
    }
  }
});

t.test('the state is a fold of the log', async (t) => {
  const entries = await entriesOf(t);
  const half = entries.length >> 1;
  for (const name of NAMES) {
    await t.test(name, async (t) => {
      const [one, other] = [new Side(name), new Side(name)];
      for (const side of [one, other]) {
        side.fold(entries.slice(0, half));
        side.fold(entries.slice(half));
      }
      const [chunks, same] = [one.snapshot().bytes, other.snapshot().bytes];
      t.same([...same.keys()], [...chunks.keys()], 'the same log gives the same names');
      const kinds = new Set([...chunks.keys()].map((chunk) => /^[a-z]+/.exec(chunk)![0]));
      for (const kind of kinds) t.ok(pageOf(name).includes(`\`${kind}\``), `its page has ${kind}`);
      for (const [chunk, bytes] of chunks) t.ok(same.get(chunk)?.equals(bytes), chunk);

      const earlier = new Side(name);
      earlier.fold(entries.slice(0, half));
      const snapshot = earlier.snapshot();
      const back = restored(name, snapshot, entries[half - 1]!.sequence);
      back.fold(entries.slice(half));
      const again = back.snapshot(snapshot.bytes).bytes;
      t.same([...again.keys()].sort(), [...chunks.keys()].sort(), 'restoring equals folding');
      for (const [chunk, bytes] of chunks) t.ok(again.get(chunk)?.equals(bytes), chunk);
    });
  }
});

t.test('a chunk of an unknown name is refused', async (t) => {
  for (const name of NAMES) {
    const { writer } = new Side(name);
    for (const chunk of ['riddle-1', 'riddle', '', 'constructor-1-1']) {
      t.throws(() => writer.restore(chunk, new Uint8Array(8), writer.version), `${name}: ${chunk}`);
      t.throws(() => writer.chunk(chunk), `${name}: ${chunk}`);
    }
  }
});

/** What may stand in the folder of an index. */
const PARTS = ['answers', 'chunks.ts', 'codec.ts', 'index.md', 'reader.ts', 'state', 'writer.ts'];
const NEEDED = ['codec.ts', 'index.md', 'reader.ts', 'state', 'writer.ts'];
const BLOGS = ['directory', 'mentions', 'topics'];

t.test('every index has the same parts, and says where its answers come from', async (t) => {
  for (const name of NAMES) {
    const folder = join(root, 'src', BLOGS.includes(name) ? 'blogs' : 'news', name);
    const parts = readdirSync(folder);
    t.same(
      parts.filter((part) => !PARTS.includes(part)),
      [],
      `${name} has nothing else`,
    );
    t.same(
      NEEDED.filter((part) => !parts.includes(part)),
      [],
      `${name} lacks nothing`,
    );
    const page = readFileSync(join(folder, 'index.md'), 'utf8');
    t.match(page, /^Answers \*\*from (memory|its thread)\*\*\.$/m, `${name} says its kind`);
  }
});
