import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import t from 'tap';
import { Database } from '../../../src/store/database.js';
import { tempFolder } from '../helper.js';

type Harness = Parameters<typeof tempFolder>[0];

const EVERYTHING = { gte: Buffer.from([0]), lt: Buffer.from([255]) };
const FOOTER_BYTES = 48;

/** Bytes that no compression makes shorter. */
function noise(seed: string, byteLength: number): Buffer {
  const parts = Array.from({ length: Math.ceil(byteLength / 64) }, (_, number) =>
    createHash('sha512').update(`${seed} ${number}`).digest(),
  );
  return Buffer.concat(parts).subarray(0, byteLength);
}

/** A value of each kind: short, packed, not packed. */
function sampleOf(number: number): Buffer {
  if (number % 3 === 0) return Buffer.from(`value ${number}`);
  return number % 3 === 1 ? Buffer.alloc(700, `value ${number}`) : noise(`value ${number}`, 500);
}

async function fill(folder: string, from: number, to: number, value = sampleOf): Promise<void> {
  const database = await Database.open(folder, true);
  for (let number = from; number < to; number++) {
    const key = Buffer.from(`key ${String(number).padStart(4, '0')}`);
    await database.write([{ type: 'put', key, value: value(number) }]);
  }
  await database.close();
}

/** A folder with two tables, and a copy of it that is damaged again and again. */
async function makeFolder(t: Harness): Promise<{ whole: string; copy: string }> {
  const folder = tempFolder(t);
  const whole = join(folder, 'whole');
  await fill(whole, 0, 40);
  await fill(whole, 30, 60);
  await fill(whole, 60, 63);
  return { whole, copy: join(folder, 'copy') };
}

const tablesOf = (folder: string): string[] =>
  readdirSync(folder).filter((name) => name.endsWith('.ldb'));

/** Everything that a folder holds, or the error. */
async function contentOf(
  folder: string,
): Promise<Map<string, string> | { code: string; message: string }> {
  try {
    const database = await Database.open(folder, false);
    try {
      const found = new Map<string, string>();
      for await (const key of database.keys(EVERYTHING)) {
        const again = await database.get(key);
        found.set(key.toString('latin1'), again!.toString('latin1'));
      }
      await database.compact(EVERYTHING);
      return found;
    } finally {
      await database.close();
    }
  } catch (error) {
    return error as { code: string; message: string };
  }
}

function change(whole: string, copy: string, name: string, work: (bytes: Buffer) => void): string {
  rmSync(copy, { recursive: true, force: true });
  cpSync(whole, copy, { recursive: true });
  const path = join(copy, name);
  const bytes = readFileSync(path);
  work(bytes);
  writeFileSync(path, bytes);
  return path;
}

/** The first byte of a table's index, which its footer names behind the meta-index. */
function indexAt(table: Buffer): number {
  let at = table.length - FOOTER_BYTES;
  const varint = (): number => {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = table[at++]!;
      value += (byte & 127) << shift;
      if (byte < 128) return value;
    }
  };
  varint();
  varint();
  return varint();
}

t.test('a table at which LevelDB would end the process is refused, with its place', async (t) => {
  const folder = tempFolder(t);
  const [whole, copy] = [join(folder, 'whole'), join(folder, 'copy')];
  await fill(whole, 0, 1, () => noise('a', 300));
  await fill(whole, 1, 2, () => noise('b', 300));
  const name = tablesOf(whole)[0]!;
  const places = { data: 0, index: indexAt(readFileSync(join(whole, name))) };
  for (const [what, at] of Object.entries(places)) {
    const path = change(whole, copy, name, (bytes) => {
      t.ok(bytes[at] === 0 && bytes[at + 1]! >= 9, `${what}: a key of ${bytes[at + 1]} bytes`);
      bytes[at + 1] = 4;
    });
    const error = { code: 'STORE_DAMAGED', message: `${path} is damaged at byte ${at}: ` };
    t.match(await contentOf(copy), error, what);
    if (process.platform === 'win32') continue;
    const script = `import { Level } from 'level';
      const level = new Level(${JSON.stringify(copy)}, { keyEncoding: 'utf8' });
      await level.get('key 0000'); await level.iterator().all();`;
    const { signal, status } = spawnSync(
      process.execPath,
      ['--input-type=module', '--eval', script],
      { stdio: 'ignore', cwd: import.meta.dirname },
    );
    t.equal(signal, 'SIGABRT', `${what}: LevelDB alone does (status ${status})`);
  }
});

t.test('whichever bit of a table flips, it is refused or nothing changes', async (t) => {
  const { whole, copy } = await makeFolder(t);
  const tables = tablesOf(whole).map((name) => [name, readFileSync(join(whole, name))] as const);
  rmSync(copy, { recursive: true, force: true });
  cpSync(whole, copy, { recursive: true });
  const expected = await contentOf(copy);
  const counts = { refused: 0, harmless: 0 };
  const place = fc.constantFrom(...tables).chain(([name, bytes]) =>
    // Half of the places lie where filter, indices and footer are.
    fc.record({
      name: fc.constant(name),
      at: fc.oneof(
        fc.nat(bytes.length - 1),
        fc.integer({ min: bytes.length - 400, max: bytes.length - 1 }),
      ),
      bit: fc.nat(7),
    }),
  );
  await fc.assert(
    fc.asyncProperty(place, async ({ name, at, bit }) => {
      const path = change(whole, copy, name, (bytes) => {
        bytes[at]! ^= 1 << bit;
      });
      const found = await contentOf(copy);
      if (found instanceof Map) {
        t.same(found, expected, `${name}, byte ${at}, bit ${bit}`);
        counts.harmless += 1;
      } else {
        if (!found.message.startsWith(`${path} is damaged at byte `)) throw found;
        counts.refused += 1;
      }
    }),
    { numRuns: 150 },
  );
  t.ok(counts.refused > 100, JSON.stringify(counts));
});

t.test('a table that is cut, or of another kind, is refused', async (t) => {
  const { whole, copy } = await makeFolder(t);
  const name = tablesOf(whole)[0]!;
  const { length } = readFileSync(join(whole, name));
  for (const rest of [0, 20, FOOTER_BYTES, length - FOOTER_BYTES, length - 1]) {
    truncateSync(
      change(whole, copy, name, () => undefined),
      rest,
    );
    t.match(await contentOf(copy), { code: 'STORE_DAMAGED', message: name }, `${rest} bytes`);
  }
  change(whole, copy, name, (bytes) => void bytes.fill(0));
  t.match(await contentOf(copy), { code: 'STORE_DAMAGED', message: name }, 'zeros');
});

t.test('damage in a table of many megabytes is found where it is', async (t) => {
  const folder = tempFolder(t);
  const [whole, copy] = [join(folder, 'whole'), join(folder, 'copy')];
  await fill(whole, 0, 7, (number) => noise(String(number), 1_500_000));
  await fill(whole, 7, 8);
  const name = tablesOf(whole)[0]!;
  for (const at of [700_000, 8_000_000]) {
    change(whole, copy, name, (bytes) => {
      bytes[at]! ^= 1;
    });
    const found = (await contentOf(copy)) as { message: string };
    const told = Number(/at byte (\d+)/.exec(found.message)?.[1]);
    t.ok(told <= at && at < told + 1_600_000, found.message);
  }
  rmSync(copy, { recursive: true });
  t.equal(((await contentOf(whole)) as Map<string, string>).size, 8);
});

t.test('a table that the manifest does not name is nobody’s', async (t) => {
  const { whole, copy } = await makeFolder(t);
  change(whole, copy, tablesOf(whole)[0]!, () => undefined);
  writeFileSync(join(copy, '000099.ldb'), noise('half a table', 1000));
  t.equal(((await contentOf(copy)) as Map<string, string>).size, 63);
  t.notOk(tablesOf(copy).includes('000099.ldb'), 'LevelDB deletes it');
});

t.test('tables of the older ending are read through as well', async (t) => {
  const { whole, copy } = await makeFolder(t);
  const name = tablesOf(whole)[0]!;
  const old = name.replace('.ldb', '.sst');
  const path = change(whole, copy, name, () => undefined);
  renameSync(path, join(copy, old));
  t.equal(((await contentOf(copy)) as Map<string, string>).size, 63);
  change(whole, copy, name, (bytes) => {
    bytes[10]! ^= 1;
  });
  renameSync(path, join(copy, old));
  t.match(await contentOf(copy), { code: 'STORE_DAMAGED', message: `${old} is damaged at byte 0` });
});

t.test('a file that is missing is named, and nothing is opened without it', async (t) => {
  const { whole, copy } = await makeFolder(t);
  const manifest = readdirSync(whole).find((name) => name.startsWith('MANIFEST'))!;
  for (const name of [tablesOf(whole)[0]!, 'CURRENT', manifest]) {
    const path = change(whole, copy, name, () => undefined);
    rmSync(path);
    const left = readdirSync(copy);
    const named = name === manifest ? join(copy, 'CURRENT') : path;
    const message = `${named} is damaged at byte 0: `;
    t.match(await contentOf(copy), { code: 'STORE_DAMAGED', message }, name);
    t.same(readdirSync(copy), left, 'every other file is there');
  }
});

t.test('a table in the place of another one is refused', async (t) => {
  const { whole, copy } = await makeFolder(t);
  const other = join(tempFolder(t), 'other');
  await fill(other, 100, 140);
  await fill(other, 130, 160);
  const name = tablesOf(whole)[0]!;
  const path = change(whole, copy, name, () => undefined);
  writeFileSync(path, readFileSync(join(other, tablesOf(other)[0]!)));
  t.match(await contentOf(copy), { code: 'STORE_DAMAGED', message: `${path} is damaged` });
});

t.test('a manifest or a CURRENT that says something else is refused', async (t) => {
  const { whole, copy } = await makeFolder(t);
  const manifest = readdirSync(whole).find((name) => name.startsWith('MANIFEST'))!;
  const { length } = readFileSync(join(whole, manifest));
  for (let at = 0; at < length; at++) {
    change(whole, copy, manifest, (bytes) => {
      bytes[at]! ^= 8;
    });
    t.match(await contentOf(copy), { code: 'STORE_DAMAGED' }, `byte ${at} of the manifest`);
  }
  for (let at = 0; at < 'MANIFEST-000001\n'.length; at++) {
    change(whole, copy, 'CURRENT', (bytes) => {
      bytes[at]! ^= 1;
    });
    t.match(await contentOf(copy), { code: 'STORE_DAMAGED' }, `byte ${at} of CURRENT`);
  }
});

t.test(
  'a record is missed when good ones follow it; at the end it may be unfinished',
  async (t) => {
    const folder = tempFolder(t);
    const [whole, copy] = [join(folder, 'whole'), join(folder, 'copy')];
    await fill(whole, 0, 100, (number) => noise(String(number), 1500));
    const name = readdirSync(whole).find((one) => one.endsWith('.log'))!;
    const { length } = readFileSync(join(whole, name));
    for (const at of [4, 40, 33_000, 100_000, 131_000]) {
      const path = change(whole, copy, name, (bytes) => {
        bytes[at]! ^= 1;
      });
      const message = `${path} is damaged at byte `;
      t.match(await contentOf(copy), { code: 'STORE_DAMAGED', message }, `byte ${at}`);
    }
    change(whole, copy, name, (bytes) => void bytes.fill(0, 65_536, 66_048));
    t.match(await contentOf(copy), { code: 'STORE_DAMAGED' }, 'space that was never written');
    for (const rest of [length - 1, length - 2000]) {
      truncateSync(
        change(whole, copy, name, () => undefined),
        rest,
      );
      t.ok(((await contentOf(copy)) as Map<string, string>).size >= 97, `${rest} bytes are left`);
    }
  },
);
