import { deepStrictEqual, strictEqual } from 'node:assert';
import t from 'tap';
import { SectionReader, SectionWriter } from '../../../src/news/tags/state/bytes.js';

/** Bytes that deflate well. */
function even(length: number): Uint8Array {
  return Uint8Array.from({ length }, (_, at) => at & 7);
}

/** Bytes that do not deflate. */
function noisy(length: number): Uint8Array {
  let state = 1;
  return Uint8Array.from({ length }, () => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fff_ffff;
    return state >>> 16;
  });
}

function joined(sections: readonly Uint8Array[]): Uint8Array {
  return Buffer.concat([Buffer.of(9, 9, 9), ...sections]);
}

t.test('sections come back as they were, deflated or not', async () => {
  const contents = [even(20_000), noisy(500), new Uint8Array(0), even(100), noisy(9000)];
  for (const isPacked of [true, false]) {
    const writer = new SectionWriter(isPacked);
    for (const content of contents) writer.add(content);
    for (const content of contents) writer.addOneOfMany(content);
    const reader = new SectionReader(joined(writer.sections), 3, writer.sizes);
    [...contents, ...contents].forEach((content, number) => {
      deepStrictEqual([...reader.section(number)], [...content]);
    });
  }
});

t.test('of many sections that are needed at once only large ones are deflated', async () => {
  const writer = new SectionWriter(true);
  writer.add(even(3000));
  writer.addOneOfMany(even(3000));
  writer.addOneOfMany(even(30_000));
  const [deflated, small, large] = writer.sections.map(({ length }) => length);
  strictEqual(deflated! < 300, true);
  strictEqual(small, 3000);
  strictEqual(large! < 3000, true);
});

t.test('a section that does not become shorter is left as it is', async () => {
  const writer = new SectionWriter(true);
  writer.add(noisy(5000));
  deepStrictEqual(writer.sizes, [5000, 5000]);
});
