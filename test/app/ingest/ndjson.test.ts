/** Times without a zone get the one that is named, by the rules of that zone. */
import t from 'tap';
import { zonedLine, zoneOf } from '../../../src/app/ingest/ndjson.js';

function published(zone: string, publishedAt: unknown, more: object = {}): unknown {
  const line = {
    kind: 'news',
    media: 'a',
    url: 'https://a.example/1',
    title: 'A',
    publishedAt,
    ...more,
  };
  return JSON.parse(zonedLine(Buffer.from(JSON.stringify(line)), zoneOf(zone)).toString());
}

t.test('a time without a zone is one of that zone, in winter and in summer', async (t) => {
  for (const [zone, given, meant] of [
    ['+08:00', '2026-11-20 08:00', '2026-11-20T00:00:00.000Z'],
    ['-03:30', '2026-11-20T08:00:00', '2026-11-20T11:30:00.000Z'],
    ['Europe/Vienna', '2026-01-20T08:00:00', '2026-01-20T07:00:00.000Z'],
    ['Europe/Vienna', '2026-07-20T08:00:00', '2026-07-20T06:00:00.000Z'],
    ['Europe/Vienna', '2026-03-29T00:30:00', '2026-03-28T23:30:00.000Z'],
    ['Europe/Vienna', '2026-03-29T03:30:00', '2026-03-29T01:30:00.000Z'],
    ['America/New_York', '20 Nov 2026 08:00:00', '2026-11-20T13:00:00.000Z'],
    ['UTC', '2026-11-20 08:00', '2026-11-20T08:00:00.000Z'],
  ] as const) {
    t.match(published(zone, given), { publishedAt: meant }, `${given} in ${zone}`);
  }
});

t.test('what names its zone, a date, and what is no time stay as they are', async (t) => {
  for (const given of [
    '2026-11-20T08:00:00Z',
    '2026-11-20T08:00:00+02:00',
    '2026-11-20',
    'Fri, 20 Nov 2026 08:00:00 +0000',
    'soon',
    5,
    null,
  ]) {
    t.match(published('+08:00', given), { publishedAt: given });
  }
  for (const line of ['{', '[]', '5', 'null', '{"kind":"nothing"}', '{"kind":"toString"}']) {
    t.equal(zonedLine(Buffer.from(line), zoneOf('+08:00')).toString(), line);
  }
});

t.test('times within objects and lists are found', async (t) => {
  const discovery = { media: 'b', url: 'https://b.example/', discoveredAt: '2026-11-20 08:00' };
  t.match(published('+08:00', null, { discovery }), {
    discovery: { discoveredAt: '2026-11-20T00:00:00.000Z' },
  });
});

t.test('a zone that there is not is refused with what is allowed', async (t) => {
  for (const name of ['Mars/Base', '+99:00', '8', '']) {
    t.throws(() => zoneOf(name), /expected an offset such as \+08:00 or a zone such as/, name);
  }
});
