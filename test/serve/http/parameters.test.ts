/** Query strings and path parameters: strict reading, messages, and a naive oracle. */
import fc from 'fast-check';
import t from 'tap';
import { HttpError } from '../../../src/serve/http/errors.js';
import { compileParameter, parseDecimal } from '../../../src/serve/http/parameter.js';
import {
  compileParameters,
  compileQuery,
  withoutParameters,
} from '../../../src/serve/http/query.js';
import * as Type from '../../../src/serve/http/type.js';

const PROPERTIES = {
  limit: Type.Integer({ minimum: 1, maximum: 200, default: 50 }),
  q: Type.Optional(Type.String({ minLength: 0, maxLength: 4 })),
  order: Type.Enum(['burst', 'score'], { default: 'burst' }),
  media: Type.Optional(Type.Array(Type.String({ maxLength: 8 }), { maxItems: 3 })),
};
const strict = compileQuery(PROPERTIES, 'reject');
const lenient = compileQuery(PROPERTIES, 'ignore');

function messageOf(run: () => unknown): string {
  try {
    run();
  } catch (thrown) {
    if (thrown instanceof HttpError && thrown.status === 400) return thrown.message;
    throw thrown;
  }
  return 'accepted';
}

/** What a handler that serialises its query would show. */
const shown = (values: unknown): unknown => JSON.parse(JSON.stringify(values));

t.test('Defaults are filled in and absent optional parameters are undefined', async (t) => {
  t.same(shown(strict('')), { limit: 50, order: 'burst' });
  t.same(shown(strict('order=score&limit=2&media=a,b')), {
    limit: 2,
    order: 'score',
    media: ['a', 'b'],
  });
  t.same(shown(strict('q=')), { limit: 50, order: 'burst', q: '' });
  t.same(shown(strict('%6Cimit=9&&')), { limit: 9, order: 'burst' }, 'names are decoded as well');
});

t.test('Only canonical decimals are numbers', async (t) => {
  for (const text of [
    '1e2',
    '0x10',
    '+5',
    '007',
    '1.0',
    ' 5',
    '5 ',
    '-0',
    '',
    '-',
    '٣',
    '1'.repeat(16),
  ]) {
    t.ok(Number.isNaN(parseDecimal(text, false)), `integer ${text}`);
  }
  for (const text of ['.5', '5.', '0.6.5', '1e2', '-', '00.5', 'NaN', 'Infinity', '0,5']) {
    t.ok(Number.isNaN(parseDecimal(text, true)), `number ${text}`);
  }
  fc.assert(
    fc.property(fc.maxSafeInteger(), (value) => {
      fc.pre(Math.abs(value) < 1e15);
      return Object.is(parseDecimal(String(value), false), value === 0 ? 0 : value);
    }),
  );
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 99_999 }),
      fc.integer({ min: 0, max: 9999 }),
      (whole, part) => {
        const text = `${whole}.${String(part).padStart(4, '0')}`;
        return parseDecimal(text, true) === Number(text);
      },
    ),
  );
});

t.test('Messages name the parameter and what was expected', async (t) => {
  t.equal(
    messageOf(() => strict('limit=201')),
    'limit must be an integer from 1 to 200, not "201"; for example limit=50',
  );
  t.equal(
    messageOf(() => strict('limit')),
    'limit must be an integer from 1 to 200, not ""; for example limit=50',
  );
  t.equal(
    messageOf(() => strict('order=x')),
    'order must be burst or score, not "x"; for example order=burst',
  );
  t.equal(
    messageOf(() => strict('q=12345')),
    'q must be text of at most 4 characters, not "12345"; for example q=word',
  );
  t.equal(
    messageOf(() => strict('media=a,b,c,d')),
    'media must be a comma-separated list of at most 3 items, each text of 1 to 8 characters, not "a,b,c,d"; for example media=word',
  );
  t.match(
    messageOf(() => strict('x=1')),
    /^x is not a parameter of this endpoint; known ones are limit, q/,
  );
  t.match(
    messageOf(() => strict('=1')),
    /^a parameter without a name is not/,
  );
  t.equal(
    messageOf(() => lenient('x=1&x=1')),
    'x must be given once, not several times',
  );
  t.equal(
    messageOf(() => lenient('x=%zz')),
    'x must be valid UTF-8, percent-encoded; for example %E5%8F%B0%E7%81%A3',
  );
  t.equal(
    messageOf(() => lenient('limit=1&%6cimit=1')),
    'limit must be given once, not several times',
  );
  const required = compileQuery({ name: Type.String({ maxLength: 9 }) }, 'reject');
  t.equal(
    messageOf(() => required('')),
    'name is required and must be text of 1 to 9 characters; for example name=word',
  );
});

t.test('The example of every message is accepted', async (t) => {
  const schemas = {
    a: Type.Integer({ minimum: 3 }),
    b: Type.Number({ minimum: 0.5, maximum: 1 }),
    c: Type.String({ minLength: 6, maxLength: 7 }),
    d: Type.String({ maxLength: 2 }),
    e: Type.String({ format: 'date' }),
    f: Type.String({ format: 'date-time' }),
    g: Type.Enum(['one', 'two']),
    h: Type.Array(Type.String({ maxLength: 3 })),
    i: Type.String({ pattern: '^[A-Z]+$', examples: ['TAG'] }),
    j: Type.Integer({ default: 9 }),
  };
  for (const [name, schema] of Object.entries(schemas)) {
    const read = compileQuery({ [name]: schema }, 'reject');
    const [example] = compileParameters({ [name]: schema }).map((one) => one.example);
    t.doesNotThrow(() => read(example!), example!);
    t.match(
      messageOf(() => read(`${name}=`)),
      `; for example ${example}`,
    );
  }
});

t.test('Unknown names are told, and what is left means the same', async (t) => {
  const told: string[][] = [];
  const values = lenient('x=1&limit=7&%79=2&&q=a', (names) => told.push([...names]));
  t.match(values, { limit: 7, q: 'a' });
  t.same(told, [['x', 'y']]);
  t.equal(withoutParameters('x=1&limit=7&%79=2&&q=a', ['x', 'y']), 'limit=7&&q=a');
  lenient('limit=7', () => t.fail('nothing is unknown'));
});

t.test('Length counts code points', async (t) => {
  t.equal(strict(`q=${encodeURIComponent('😀'.repeat(4))}`).q, '😀😀😀😀');
  t.match(
    messageOf(() => strict(`q=${encodeURIComponent('😀'.repeat(5))}`)),
    /at most 4/,
  );
  const two = compileParameter('name', Type.String({ minLength: 2, maxLength: 40 }), false);
  t.equal(two.parse('😀'), undefined);
  t.equal(two.parse('林一'), '林一');
});

t.test('Times are checked and handed over as they came', async (t) => {
  const query = compileQuery(
    {
      at: Type.Optional(Type.String({ format: 'date-time' })),
      day: Type.Optional(Type.String({ format: 'date' })),
      since: Type.Optional(Type.String({ format: 'date-time', pattern: 'Z$' })),
    },
    'reject',
  );
  t.same(shown(query('at=2026-01-31T08:00:00%2B08:00&day=2026-02-28')), {
    at: '2026-01-31T08:00:00+08:00',
    day: '2026-02-28',
  });
  t.match(
    messageOf(() => query('at=2026-01-31T08:00:00+08:00')),
    /send the \+ of the offset as %2B$/,
  );
  t.notMatch(
    messageOf(() => query('at=tomorrow morning')),
    /%2B/,
  );
  for (const bad of [
    'at=2026-02-30T00:00:00Z',
    'at=2026-01-31',
    'day=2026-2-1',
    'day=2026-02-30',
    'since=2026-01-31T08:00:00%2B08:00',
  ]) {
    t.not(
      messageOf(() => query(bad)),
      'accepted',
      bad,
    );
  }
});

t.test('Schemas that are not understood stop the start', async (t) => {
  t.throws(() => compileParameter('x', Type.Boolean(), false));
  t.throws(() => compileParameter('x', Type.String({ format: 'uri' }), false));
  t.throws(() => compileParameter('x', Type.Integer({ maximum: 5, default: 6 }), false));
  t.throws(
    () => compileParameter('x', Type.String({ pattern: '^[a-z]{2}$' }), false),
    /needs an example/,
  );
});

/** What the reader should do, written the slow and obvious way. */
function oracle(raw: string): string | undefined {
  const seen = new Map<string, string>();
  for (const piece of raw.split('&')) {
    if (piece === '') continue;
    const at = piece.indexOf('=');
    const [name, value] = [
      at < 0 ? piece : piece.slice(0, at),
      at < 0 ? '' : piece.slice(at + 1),
    ].map((part) => {
      try {
        return decodeURIComponent(part.split('+').join(' '));
      } catch {
        return null;
      }
    }) as [string | null, string | null];
    if (name === null || value === null || seen.has(name)) return undefined;
    seen.set(name, value);
  }
  const limit = seen.get('limit') ?? '50';
  if (!/^[1-9]\d*$/.test(limit) || Number(limit) > 200) return undefined;
  const order = seen.get('order') ?? 'burst';
  if (order !== 'burst' && order !== 'score') return undefined;
  const q = seen.get('q');
  if (q !== undefined && [...q].length > 4) return undefined;
  const media = seen.get('media')?.split(',');
  if (
    media !== undefined &&
    (media.length > 3 || media.some((one) => one === '' || [...one].length > 8))
  ) {
    return undefined;
  }
  return JSON.stringify([Number(limit), order, q, media]);
}

t.test('The reader agrees with a naive oracle', async () => {
  const name = fc.constantFrom('limit', 'q', 'order', 'media', 'x', 'y', '%71', '');
  const value = fc.oneof(
    fc.constantFrom(
      '1',
      '50',
      '200',
      '201',
      '0',
      'burst',
      'score',
      'a,b',
      'a,,b',
      '',
      '%',
      '%E5%8F%B0',
      '%E5',
      '+',
      'a+b',
      '=',
      '%2C',
    ),
    fc.string({ maxLength: 6 }).map((text) => text.replaceAll('&', '')),
    fc.string({ unit: 'grapheme', maxLength: 6 }).map(encodeURIComponent),
  );
  const piece = fc.oneof(
    { weight: 9, arbitrary: fc.tuple(name, value).map(([left, right]) => `${left}=${right}`) },
    { weight: 1, arbitrary: fc.constantFrom('', 'limit', 'q', 'x') },
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 5 }), (pieces) => {
      const raw = pieces.join('&');
      let actual: string | undefined;
      try {
        const { limit, order, q, media } = lenient(raw);
        actual = JSON.stringify([limit, order, q, media]);
      } catch (thrown) {
        if (!(thrown instanceof HttpError)) throw thrown;
      }
      return actual === oracle(raw);
    }),
    { numRuns: 5000 },
  );
});
