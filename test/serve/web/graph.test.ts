/** The drawing of a graph: names that can be read. */
import fc from 'fast-check';
import t from 'tap';
import { type NamedNode, placeNames } from '../../../src/serve/web/parts/graph-names.js';

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
        for (const [id, { text, x, y, isMinor }] of places) {
          const half = leastWidth(text, 15) / 2;
          t.ok(x - half >= 0 && x + half <= SIZE.width && y - 12 >= 0 && y <= SIZE.bottom);
          for (const node of list) {
            const isOn =
              Math.abs(node.x - x) < half + node.radius &&
              node.y + node.radius > y - 12 &&
              node.y - node.radius < y;
            t.notOk(node.id !== id && isOn && !largest.some((one) => one.id === id));
          }
          for (const [otherId, other] of places) {
            const isLarge = !isMinor && !other.isMinor;
            const font = isLarge ? 26 : 15;
            const widths = leastWidth(text, font) + leastWidth(other.text, font);
            const meets = Math.abs(x - other.x) < widths / 2 && Math.abs(y - other.y) < font;
            t.notOk(otherId !== id && meets);
          }
        }
      }),
    );
  },
);

t.test('a name that is cut says so', async (t) => {
  const long = { id: 1, name: 'a'.repeat(30), weight: 1, x: 400, y: 300, radius: 6 };
  t.equal(placeNames([long], SIZE).get(1)!.text, `${'a'.repeat(17)}…`);
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
