import fc from 'fast-check';
import t from 'tap';
import {
  clockFrom,
  DAY_MS,
  frozenClock,
  HOUR_MS,
  isoOf,
  localDateOf,
  localDayStartMs,
  ManualClock,
  MINUTE_MS,
  parseClock,
  parseInstant,
} from '../../src/kernel/clock.js';

const utc = (...parts: [number, number, number, number?, number?, number?, number?]): number =>
  Date.UTC(...parts);

t.test('an instant is read as ISO 8601 says', async (t) => {
  const table: [string, number][] = [
    ['1970-01-01T00:00:00Z', 0],
    ['2026-01-31T00:00:00Z', utc(2026, 0, 31)],
    ['2026-01-31t00:00:00Z', Number.NaN],
    ['2026-01-31 08:00+08:00', utc(2026, 0, 31)],
    ['2026-01-31T08:00:00+0800', utc(2026, 0, 31)],
    ['2026-01-31T08:00:00+08', utc(2026, 0, 31)],
    ['2026-01-30T18:30:00-05:30', utc(2026, 0, 31)],
    ['2026-01-31T00:00:00z', utc(2026, 0, 31)],
    ['2026-01-31T00:00:00.5Z', utc(2026, 0, 31, 0, 0, 0, 500)],
    ['2026-01-31T00:00:00,05Z', utc(2026, 0, 31, 0, 0, 0, 50)],
    ['2026-01-31T00:00:00.123999999Z', utc(2026, 0, 31, 0, 0, 0, 123)],
    ['2026-01-31', utc(2026, 0, 30, 16)],
    ['2024-02-29', utc(2024, 1, 28, 16)],
    ['2000-02-29T00:00Z', utc(2000, 1, 29)],
    ['0000-02-29T00:00Z', -62_162_121_600_000],
    ['0099-12-31T00:00Z', -59_011_545_600_000],
    ['9999-12-31T23:59:59.999Z', 253_402_300_799_999],
  ];
  for (const [text, expected] of table) {
    t.equal(parseInstant(text), Number.isNaN(expected) ? null : expected, text);
  }
});

t.test('what is no instant is refused, never guessed', async (t) => {
  const refused = [
    '',
    ' 2026-01-31T00:00:00Z',
    '2026-01-31T00:00:00',
    '2026-01-31T00:00',
    '2026-02-29',
    '2026-02-30T00:00Z',
    '1900-02-29',
    '2026-13-01',
    '2026-00-10',
    '2026-01-00',
    '2026-04-31',
    '2026-1-31',
    '26-01-31',
    '12026-01-31',
    '2026-01-31T24:00:00Z',
    '2026-01-31T23:60:00Z',
    '2026-01-31T23:59:60Z',
    '2026-01-31T00:00:00+19:00',
    '2026-01-31T00:00:00+08:60',
    '2026-01-31T00:00:00.Z',
    '2026-01-31T00:00:00.1234567890Z',
    '2026-01-31Z',
    '2026-01-31+08:00',
    '2026-01-31T00:00:00Z\n',
    '２０２６-01-31',
    'yesterday',
    '1769817600',
  ];
  for (const text of refused) t.equal(parseInstant(text), null, JSON.stringify(text));
});

const anyInstant = fc.integer({ min: -62_167_219_200_000, max: 253_402_300_799_999 });

t.test('every instant survives being written and read', async () => {
  fc.assert(fc.property(anyInstant, (atMs) => parseInstant(isoOf(atMs)) === atMs));
});

t.test('an instant is written as Date writes it, on whatever day', async (t) => {
  const further = fc.integer({ min: -8_640_000_000_000_000, max: 8_640_000_000_000_000 });
  const near = fc.tuple(anyInstant, fc.integer({ min: -2 * DAY_MS, max: 2 * DAY_MS }));
  const instants = fc.oneof(
    anyInstant,
    further,
    near.map(([atMs, byMs]) => atMs + byMs),
  );
  const isWritten = (atMs: number): boolean => isoOf(atMs) === new Date(atMs).toISOString();
  fc.assert(fc.property(fc.array(instants), (all) => all.every(isWritten)));
  fc.assert(
    fc.property(anyInstant, fc.array(fc.nat({ max: DAY_MS })), (atMs, steps) =>
      steps.every((step) => isWritten(atMs + step)),
    ),
  );
  t.ok(isWritten(-0.5));
  t.ok(isWritten(1.5));
  for (const none of [Number.NaN, Number.POSITIVE_INFINITY]) {
    t.throws(() => isoOf(none), RangeError);
  }
});

t.test('every offset names the same instant', async () => {
  const offset = fc.integer({ min: -18 * 60, max: 18 * 60 });
  const when = fc.integer({ min: utc(1971, 0, 1), max: utc(2199, 0, 1) });
  fc.assert(
    fc.property(when, offset, (atMs, minutes) => {
      const local = isoOf(atMs + minutes * MINUTE_MS).slice(0, -1);
      const digits = (value: number): string => String(value).padStart(2, '0');
      const hours = digits(Math.floor(Math.abs(minutes) / 60));
      const text = `${local}${minutes < 0 ? '-' : '+'}${hours}:${digits(Math.abs(minutes) % 60)}`;
      return parseInstant(text) === atMs;
    }),
  );
});

t.test('a day in Taipei begins at 16:00 UTC of the day before', async (t) => {
  const borderMs = utc(2026, 0, 30, 16);
  t.equal(localDateOf(borderMs - 1), '2026-01-30');
  t.equal(localDateOf(borderMs), '2026-01-31');
  t.equal(localDayStartMs(borderMs - 1), borderMs - DAY_MS);
  t.equal(localDayStartMs(borderMs), borderMs);
  t.equal(localDayStartMs(borderMs + DAY_MS - 1), borderMs);
  t.equal(localDayStartMs(-1), -8 * HOUR_MS, 'before the epoch too');
  t.equal(localDayStartMs(-8 * HOUR_MS - 1), -8 * HOUR_MS - DAY_MS);
});

t.test('the start of a day, its date and a date alone say the same', async () => {
  const fourDigits = fc.integer({ min: utc(1000, 0, 2), max: utc(9999, 11, 30) });
  fc.assert(
    fc.property(fourDigits, (atMs) => {
      const startMs = localDayStartMs(atMs);
      const isWithin = startMs <= atMs && atMs < startMs + DAY_MS;
      return isWithin && parseInstant(localDateOf(atMs)) === startMs;
    }),
  );
});

t.test('the clock option names a clock or is refused', async (t) => {
  const frozen = parseClock('frozen:2026-01-31T00:00:00Z');
  t.equal(frozen.nowMs(), utc(2026, 0, 31));
  t.equal(frozen.nowMs(), frozen.nowMs());
  const running = parseClock('from:2026-01-31T00:00:00Z').nowMs();
  t.ok(running >= utc(2026, 0, 31) && running < utc(2026, 0, 31) + HOUR_MS);
  t.ok(Math.abs(parseClock('system').nowMs() - Date.now()) < HOUR_MS);
  for (const spec of [
    '',
    'System',
    'frozen',
    'frozen:',
    'from:now',
    'frozen:2026-02-30',
    'to:2026-01-01',
    ':2026-01-01',
  ]) {
    t.throws(() => parseClock(spec), { code: 'CONFIG_INVALID' }, spec);
  }
});

t.test(
  'a clock that starts somewhere runs with monotonic time, in whole milliseconds',
  async (t) => {
    const monotonic = new ManualClock(12.75);
    const clock = clockFrom(1000, monotonic);
    t.equal(clock.nowMs(), 1000);
    monotonic.advance(1.5);
    t.equal(clock.nowMs(), 1001);
    monotonic.set(12.75 + DAY_MS);
    t.equal(clock.nowMs(), 1000 + DAY_MS);
    t.equal(frozenClock(7).nowMs(), 7);
  },
);
