import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import t from 'tap';
import { Anchor, type AnchorPoint } from '../../src/store/anchor.js';
import { tempFolder } from './helper.js';

const SLOT_BYTES = 32;

function reopened(path: string): AnchorPoint | null {
  const anchor = new Anchor(path);
  const point = anchor.read();
  anchor.close();
  return point;
}

function write(path: string, ...sequences: number[]): void {
  const anchor = new Anchor(path);
  anchor.read();
  for (const sequence of sequences) anchor.write({ sequence, chain: BigInt(sequence) * 3n });
  anchor.close();
}

t.test('a new or empty file has no point', async (t) => {
  const path = join(tempFolder(t), 'anchor');
  t.equal(reopened(path), null);
  writeFileSync(path, '');
  t.equal(reopened(path), null);
  writeFileSync(path, Buffer.alloc(2 * SLOT_BYTES));
  t.equal(reopened(path), null, 'zeros are no point either');
});

t.test('the last point written is the one read, however often the file is reopened', async (t) => {
  const path = join(tempFolder(t), 'anchor');
  for (let sequence = 1; sequence <= 7; sequence++) {
    write(path, sequence);
    t.same(reopened(path), { sequence, chain: BigInt(sequence) * 3n });
  }
  const chain = 0xffff_ffff_ffff_ffffn;
  const anchor = new Anchor(path);
  anchor.read();
  anchor.write({ sequence: 2 ** 48 - 1, chain });
  anchor.close();
  t.same(reopened(path), { sequence: 2 ** 48 - 1, chain });
});

t.test('slots are written in turn, so that the point before stays readable', async (t) => {
  const path = join(tempFolder(t), 'anchor');
  write(path, 1);
  write(path, 2);
  const before = readFileSync(path);
  t.equal(before.length, 2 * SLOT_BYTES);
  write(path, 3);
  const after = readFileSync(path);
  const changed = [0, 1].filter(
    (slot) =>
      !before
        .subarray(slot * SLOT_BYTES, (slot + 1) * SLOT_BYTES)
        .equals(after.subarray(slot * SLOT_BYTES, (slot + 1) * SLOT_BYTES)),
  );
  t.same(changed, [0], 'the older slot alone is overwritten');
});

t.test('a torn slot gives way to the other one, at every byte and every cut', async (t) => {
  const path = join(tempFolder(t), 'anchor');
  write(path, 8, 9);
  const whole = readFileSync(path);
  for (let at = 0; at < 24; at++) {
    const torn = Buffer.from(whole);
    torn[SLOT_BYTES + at]! ^= 0x10;
    writeFileSync(path, torn);
    t.equal(reopened(path)?.sequence, 8, `byte ${at} of the newer slot`);
  }
  for (let length = SLOT_BYTES; length < 2 * SLOT_BYTES; length++) {
    writeFileSync(path, whole.subarray(0, length));
    t.equal(reopened(path)?.sequence, 8, `cut at ${length}`);
  }
  writeFileSync(path, whole.subarray(0, SLOT_BYTES - 1));
  t.equal(reopened(path), null);
});

t.test('the next write goes over the torn slot, never over the sound one', async (t) => {
  for (const slot of [0, 1]) {
    const path = join(tempFolder(t), 'anchor');
    write(path, 8, 9);
    const torn = readFileSync(path);
    torn[slot * SLOT_BYTES]! ^= 1;
    writeFileSync(path, torn);
    const kept = slot === 0 ? 9 : 8;
    t.equal(reopened(path)?.sequence, kept);
    write(path, 10);
    const bytes = readFileSync(path);
    t.equal(Number(bytes.readBigUInt64LE((1 - slot) * SLOT_BYTES)), kept);
    t.equal(Number(bytes.readBigUInt64LE(slot * SLOT_BYTES)), 10);
  }
});
