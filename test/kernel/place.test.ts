import t from 'tap';
import { foldedText, foldsAlike, readPlace, TAIWAN } from '../../src/kernel/place.js';

const LEFT_RIGHT = {
  zone: '-05:00',
  zoneName: 'Eastern',
  language: 'en-us',
  country: 'United States',
  countryCode: 'US',
  allLabel: 'All',
  otherLabel: 'Other media',
  poles: [
    { key: 'left', label: 'Left-leaning media', en: 'Left', zh: '左派', colour: 'red' },
    { key: 'right', label: 'Right-leaning media', en: 'Right', zh: '右派', colour: 'blue' },
  ],
};

t.test('a table that says nothing is Taiwan', async (t) => {
  t.same(readPlace({}), TAIWAN);
});

t.test('a table says everything of a place', async (t) => {
  t.same(readPlace(LEFT_RIGHT), {
    zoneOffsetMs: -5 * 60 * 60 * 1000,
    zone: { en: 'Eastern', zh: 'Eastern' },
    language: 'en-us',
    country: 'United States',
    countryCode: 'US',
    poles: LEFT_RIGHT.poles,
    allLabel: 'All',
    otherLabel: 'Other media',
  });
  t.equal(foldedText(readPlace(LEFT_RIGHT)), 'days of UTC-05:00, poles left and right');
});

t.test('labels that are left out follow from what is there', async (t) => {
  const { poles, zone } = readPlace({ zone: 'Z', poles: [{ key: 'a' }, { key: 'b', label: 'B' }] });
  t.same(poles, [
    { key: 'a', label: 'a', en: 'a', zh: 'a', colour: 'purple' },
    { key: 'b', label: 'B', en: 'B', zh: 'B', colour: 'orange' },
  ]);
  t.same(zone, { en: 'UTC+00:00', zh: 'UTC+00:00' });
});

t.test('zone and keys of poles are folded, words are not', async (t) => {
  t.ok(foldsAlike(TAIWAN, readPlace({ language: 'en', allLabel: 'All' })));
  t.notOk(foldsAlike(TAIWAN, readPlace({ zone: '+09:00' })));
  t.notOk(foldsAlike(TAIWAN, readPlace({ poles: [{ key: 'green' }, { key: 'blue' }] })));
});

for (const [wrong, message] of [
  ['taiwan', /config key place: expected a table/],
  [{ zone: '+05:30' }, /place\.zone: expected whole hours .* got "\+05:30"/],
  [{ zone: 'Europe/Vienna' }, /place\.zone: expected whole hours/],
  [{ zone: '+15:00' }, /place\.zone: expected from "-12:00" to "\+14:00"/],
  [{ language: 'english!' }, /place\.language: expected a language tag/],
  [{ countryCode: 'usa' }, /place\.countryCode: expected two letters/],
  [{ poles: [{ key: 'left' }] }, /place\.poles: expected two tables/],
  [{ poles: [{ key: 'left' }, { key: 'left' }] }, /expected two different keys, got "left"/],
  [{ poles: [{ key: 'other' }, { key: 'left' }] }, /place\.poles 1\.key: expected lower-case/],
  [{ poles: [{ label: 'Left' }, { key: 'left' }] }, /place\.poles 1\.key: .* got "nothing"/],
  [{ poles: [{ key: 'left', shade: 'red' }, { key: 'b' }] }, /place\.poles 1\.shade is not known/],
  [
    { poles: [{ key: 'left', colour: '#ff0000' }, { key: 'b' }] },
    /place\.poles 1\.colour: expected one of blue, green/,
  ],
  [
    { poles: [{ key: 'orange' }, { key: 'b', colour: 'orange' }] },
    /expected two different colours, got "orange"/,
  ],
  [{ timezone: '+01:00' }, /config key place\.timezone is not known/],
] as const) {
  t.test(`${JSON.stringify(wrong)} is refused with what is expected`, async (t) => {
    t.throws(() => readPlace(wrong), { code: 'CONFIG_INVALID', message });
  });
}
