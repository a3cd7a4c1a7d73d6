/** The vector loops against the same loops over one letter at a time, and against their source. */
import fc from 'fast-check';
import t from 'tap';
import { NormalForm } from '../../../../src/news/similarity/state/normal-form.js';
import { BINS, CODE, ShingleKernel } from '../../../../src/news/similarity/state/shingle-kernel.js';
import { Sketch } from '../../../../src/news/similarity/state/sketch.js';
import { assembled } from '../../../tidy/assembled.js';

const EMPTY = 0x7fff_ffff;

function naiveHash(letters: ArrayLike<number>, at: number): number {
  const pair = (first: number): number =>
    Math.imul((letters[first]! << 16) ^ letters[first + 1]!, 0x9e37_79b1);
  const third = pair(at + 2);
  const last = Math.imul(letters[at + 4]!, 0xc2b2_ae3d);
  const mixed = Math.imul(pair(at) ^ ((third >>> 13) | (third << 19)), 0x85eb_ca77);
  const hash = Math.imul((mixed + last) ^ ((mixed + last) >>> 15), 0x27d4_eb2f);
  return hash ^ (hash >>> 14);
}

const isLatin = (letter: number | undefined): boolean =>
  letter !== undefined && letter >= 0x61 && letter <= 0x7a;

function naiveElement(letters: readonly number[], at: number): number {
  const hash = naiveHash(letters, at);
  if (!letters.slice(at, at + 5).every(isLatin)) return hash;
  const mixed = Math.imul(hash ^ (letters[at + 5] ?? 0), 0x9e37_79b1);
  return mixed ^ (mixed >>> 15);
}

function naiveBins(elements: readonly number[]): number[] {
  const bins = new Array<number>(BINS).fill(EMPTY);
  for (const element of elements) {
    const bin = element >>> 25;
    bins[bin] = Math.min(bins[bin]!, element & 0x1ff_ffff);
  }
  return bins;
}

function check(kernel: ShingleKernel, letters: readonly number[]): void {
  const count = letters.length - 4;
  kernel.reserve(letters.length);
  kernel.letters.set(letters);
  const starts = Array.from({ length: count }, (_, at) => at);
  const latin = letters.slice(4).filter(isLatin).length;
  const same = (name: string, found: Int32Array, wanted: readonly number[]): void => {
    const at = wanted.findIndex((one, place) => one !== found[place]);
    if (at >= 0) throw new Error(`${name} ${at}: ${found[at]}, not ${wanted[at]}`);
  };
  if (kernel.hash(count, letters.length) !== latin) throw new Error('letters from a to z');
  const hashes = starts.map((at) => naiveHash(letters, at));
  const elements = starts.map((at) => naiveElement(letters, at));
  kernel.mix(count);
  same('hash', kernel.hashes, hashes);
  same('element', kernel.elements, elements);
  for (const [from, list] of [
    [kernel.hashes, hashes],
    [kernel.elements, elements],
  ] as const) {
    kernel.bins.fill(EMPTY);
    kernel.fill(count, from);
    same('bin', kernel.bins, naiveBins(list));
  }
}

const letter = fc.oneof(
  { weight: 8, arbitrary: fc.integer({ min: 0x60, max: 0x7b }) },
  { weight: 2, arbitrary: fc.integer({ min: 0x4e00, max: 0x9fff }) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 0x10_ffff }) },
);

t.test('hashes, elements and bins are those of a loop over one letter at a time', async () => {
  const kernel = new ShingleKernel();
  // One kernel for all: whatever a longer text left behind must not show.
  const texts = fc.array(letter, { minLength: 5, maxLength: 120 });
  fc.assert(
    fc.property(texts, (letters) => check(kernel, letters)),
    { numRuns: 2000 },
  );
});

t.test('a text that is longer than the buffer makes it larger', async (t) => {
  const kernel = new ShingleKernel();
  for (const length of [8191, 8192, 8193, 20_000, 200_000, 9]) {
    const letters = Array.from({ length }, (_, at) => ((at * at + 7 * at) % 31) + 0x5e);
    check(kernel, letters);
    t.ok(kernel.capacity >= length);
  }
});

t.test('letters that were there stay when the buffer grows', async (t) => {
  const kernel = new ShingleKernel();
  kernel.letters.set([1, 2, 3]);
  kernel.reserve(3 * kernel.capacity);
  t.same([...kernel.letters.subarray(0, 3)], [1, 2, 3]);
});

t.test('texts of the same letters have the same sketch, whatever was read before', async () => {
  const [one, other] = [new NormalForm(), new NormalForm()];
  const [first, second] = [new Sketch(), new Sketch()];
  const text = fc.string({ unit: fc.constantFrom('a', 'b', 'z', '甲', '乙'), minLength: 5 });
  fc.assert(
    fc.property(text, text, (wanted, before) => {
      one.read(wanted);
      first.read(one);
      other.read(before);
      second.read(other);
      other.read(`「${wanted}」!`);
      second.read(other);
      if (Buffer.compare(bytesOf(first), bytesOf(second)) !== 0) throw new Error('differs');
    }),
  );
});

t.test('the bytes of the loops are their source, assembled', async (t) => {
  t.equal(CODE, await assembled('src/news/similarity/state/shingle-kernel.wat'));
});

function bytesOf({ keys, signature }: Sketch): Uint8Array {
  const bands = new Uint8Array(keys.buffer, keys.byteOffset, keys.byteLength);
  return Buffer.concat([bands, signature]);
}
