import t from 'tap';
import { batchesOf, chosenTests } from './choice.js';

const paths = ['b.test.js', 'torture/nodes.test.js', 'a.all.test.js', 'a.test.js'];

t.test('what only the full run is for is left out of the usual one', async (t) => {
  t.same(new Set(chosenTests(paths, [], true)), new Set(paths));
  t.notOk(chosenTests(paths, [], false).includes('a.all.test.js'));
  t.equal(chosenTests(paths, [], false).length, paths.length - 1);
});

t.test('words choose the files whose path contains one of them', async (t) => {
  t.same(chosenTests(paths, ['a.'], false), ['a.test.js']);
  t.same(chosenTests(paths, ['a.'], true), ['a.all.test.js', 'a.test.js']);
  t.same(chosenTests(paths, ['x'], true), []);
});

t.test('what takes longest begins first, and the rest follows in the order of names', async (t) => {
  t.same(chosenTests(paths, [], false), ['torture/nodes.test.js', 'a.test.js', 'b.test.js']);
});

t.test(
  'files share a process where their threads run alike and none changes it for good',
  async (t) => {
    const texts: Record<string, string> = {
      a: "import t from 'tap';",
      b: "import './engine/actor/threads-here.js';",
      'serve/http/choose-server.test.js': '',
      d: "import '../actor/threads-here.js';",
      e: '',
    };
    t.same(
      batchesOf(Object.keys(texts), (file) => texts[file]!),
      [['serve/http/choose-server.test.js'], ['a', 'e'], ['b', 'd']],
    );
  },
);
