/** The drawing of a graph: names that can be read. */
import fc from 'fast-check';
import t from 'tap';
import {
  LINE_STEP,
  type NamedNode,
  type NamePlace,
  placeNames,
} from '../../../src/serve/web/parts/graph-names.js';

const SIZE = { width: 960, top: 0, bottom: 640 };

const nodes = fc
  .array(
    fc.record({
      name: fc.constantFrom(
        '中央社',
        'NOWnews今日新聞',
        'POLITICO',
        '三立新聞網',
        'a long name of a blog',
        'a name of a press agency that has to be cut',
      ),
      weight: fc.integer({ min: 1, max: 100 }),
      x: fc.integer({ min: 46, max: 914 }),
      y: fc.integer({ min: 46, max: 594 }),
      radius: fc.integer({ min: 5, max: 22 }),
    }),
    { maxLength: 100 },
  )
  .map((list) => list.map((node, id): NamedNode => ({ ...node, id })));

/** How wide a text is at least, at a size of letters. */
function leastWidth(text: string, font: number): number {
  return [...text].reduce((sum, letter) => sum + (letter > '\u2e80' ? font : font / 2), 0);
}

/** Where the letters of a name stand at least, at a size of letters. */
function leastBox({ lines, x, y }: NamePlace, font: number): Box {
  const half = Math.max(...lines.map((line) => leastWidth(line, font))) / 2;
  const bottom = y + (lines.length - 1) * LINE_STEP * font;
  return { left: x - half, right: x + half, top: y - 0.8 * font, bottom };
}

interface Box {
  left: number;
  right: number;
  top: number;
  bottom: number;
}

function meet(one: Box, other: Box): boolean {
  const isBeside = one.right <= other.left || other.right <= one.left;
  return !isBeside && one.bottom > other.top && other.bottom > one.top;
}

t.test(
  'no name lies on another one or beyond the picture, and few on another circle',
  async (t) => {
    fc.assert(
      fc.property(nodes, (list) => {
        const places = [...placeNames(list, SIZE)];
        const largest = [...list].sort((a, b) => b.weight - a.weight).slice(0, 8);
        for (const { id } of largest)
          t.ok(
            places.some(([named]) => named === id),
            'has a name',
          );
        for (const [id, place] of places) {
          const box = leastBox(place, 15);
          t.ok(box.left >= 0 && box.right <= SIZE.width && box.top >= 0);
          t.ok(box.bottom <= SIZE.bottom);
          if (!largest.some((one) => one.id === id)) {
            for (const { id: otherId, x, y, radius } of list) {
              const circle = {
                left: x - radius,
                right: x + radius,
                top: y - radius,
                bottom: y + radius,
              };
              t.notOk(otherId !== id && meet(box, circle));
            }
          }
          for (const [otherId, other] of places) {
            const font = !place.isMinor && !other.isMinor ? 26 : 15;
            t.notOk(otherId !== id && meet(leastBox(place, font), leastBox(other, font)));
          }
        }
      }),
    );
  },
);

function linesOf(name: string): readonly string[] {
  const node = { id: 1, name, weight: 1, x: 400, y: 300, radius: 6 };
  return placeNames([node], SIZE).get(1)!.lines;
}

t.test('a long name has two lines, which end where words do', async (t) => {
  t.same(linesOf('By the Window'), ['By the Window']);
  t.same(linesOf('Seravia Press Agency'), ['Seravia Press', 'Agency']);
  t.same(linesOf('By the Window Studio Press'), ['By the Window', 'Studio Press']);
});

t.test('a line that is cut says so', async (t) => {
  t.same(linesOf('a'.repeat(30)), [`${'a'.repeat(17)}…`]);
  t.same(linesOf(`short ${'b'.repeat(30)}`), ['short', `${'b'.repeat(17)}…`]);
});

t.test('the weightiest come first, and few are left on a narrow screen', async (t) => {
  const list = Array.from({ length: 60 }, (_, id) => {
    const [x, y] = [100 + (id % 10) * 85, 60 + Math.floor(id / 10) * 100];
    return { id, name: `n${id}`, weight: 60 - id, x, y, radius: 6 };
  });
  const places = placeNames(list, SIZE);
  t.strictSame(
    [...places.keys()],
    list.slice(0, 40).map(({ id }) => id),
  );
  t.equal([...places.values()].filter(({ isMinor }) => !isMinor).length, 8);
});
