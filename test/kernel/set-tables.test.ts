import t from 'tap';
import { readSets } from '../../src/kernel/outlet-set.js';

const MINE = {
  title: 'Dailies',
  by: 'Mei',
  made: '2026-01-31',
  grounds: 'After the registry.',
  links: ['https://registry.example/'],
  outlets: ['gamma'],
  camps: [
    { label: 'North', outlets: ['alpha'] },
    { label: '南', outlets: ['beta'] },
  ],
};

t.test('a table is a set, whose camps are named by their labels', async (t) => {
  const set = readSets({ mine: MINE }).get('mine')!;
  t.equal(set.madeMs, Date.UTC(2026, 0, 31));
  t.strictSame(
    set.camps.map(({ key, label }) => [key, label]),
    [
      ['north', 'North'],
      ['camp-2', '南'],
    ],
  );
  t.strictSame(set.outlets.at(-1), { media: 'gamma', camp: 'unknown' });
  t.equal(readSets(undefined).size, 0);
});

t.test('what cannot be read is told with its key, and with the one that was meant', async (t) => {
  const refusals: [unknown, RegExp][] = [
    [
      { mine: { ...MINE, title: undefined, titel: 'x' } },
      /sets\.mine\.titel is not known; did you mean title\?/,
    ],
    [{ mine: { ...MINE, camps: [{ label: 'a', outlet: ['x'] }] } }, /did you mean outlets\?/],
    [{ mine: { ...MINE, made: 'yesterday' } }, /sets\.mine\.made: expected a day/],
    [{ mine: { ...MINE, outlets: 'alpha' } }, /sets\.mine\.outlets: expected a list/],
    [{ mine: { ...MINE, outlets: ['alpha'] } }, /\[sets\.mine\]: outlet "alpha" is named twice/],
    [{ u7: MINE }, /sets: expected a name/],
    [{ Mine: MINE }, /sets: expected a name/],
    ['mine', /sets: expected tables/],
  ];
  for (const [table, message] of refusals) {
    t.throws(() => readSets(table), { code: 'CONFIG_INVALID', message }, String(message));
  }
});
