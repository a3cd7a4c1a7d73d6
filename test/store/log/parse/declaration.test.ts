/** The declaration of fields is what the readers read, and unknown names are told once. */
import t from 'tap';
import { RECORDS } from '../../../../src/store/log/parse/declaration.js';
import type { FieldDeclarations } from '../../../../src/store/log/parse/field-types.js';
import type { Raw } from '../../../../src/store/log/parse/fields.js';
import { parseLine, readDraft } from '../../../../src/store/log/parse/line.js';
import { UnknownFields, unknownText } from '../../../../src/store/log/parse/unknown-fields.js';

type Kind = keyof typeof RECORDS;

/** A value that holds every declared field of an object, and notes which were looked at. */
function watched(fields: FieldDeclarations, place: string, seen: Set<string>, given: object): Raw {
  return new Proxy(given as Raw, {
    get(target, name: string) {
      seen.add(`${place}${name}`);
      const members = fields[name]?.members;
      if (members === undefined) return target[name];
      const inner = watched(members, `${place}${name}.`, seen, SAMPLES);
      return fields[name]!.type.startsWith('list') ? [inner] : inner;
    },
  });
}

/** Members of every nested object at once: each takes what it knows. */
const SAMPLES = {
  ...{ media: 'a', url: 'https://a.example/', discoveredAt: '2026-01-01T00:00:00Z', kind: 'auto' },
};

function declared(fields: FieldDeclarations, place: string): string[] {
  return Object.entries(fields).flatMap(([name, { members }]) => [
    `${place}${name}`,
    ...(members === undefined ? [] : declared(members, `${place}${name}.`)),
  ]);
}

for (const kind of Object.keys(RECORDS) as Kind[]) {
  t.test(`${kind}: what is read is what is declared`, async (t) => {
    const { fields, example } = RECORDS[kind];
    const seen = new Set<string>();
    readDraft(kind, watched(fields, '', seen, example));
    // The time of knowledge is read for all kinds but those that are one moment.
    const expected = declared(fields, '').filter((name) => name !== 'observedAt');
    t.same([...seen].sort(), expected.sort());
  });
}

t.test('unknown names are told once, with the name that was probably meant', async (t) => {
  const unknown = new UnknownFields();
  const base = RECORDS.news.example;
  const lines = [
    { ...base, publishdAt: 'x', tag: [], content: 'x', zzzzzzzzzz: 1 },
    {
      ...base,
      publishdAt: 'y',
      discovery: {
        media: 'a',
        url: 'https://a.example/',
        discoveredAt: '2026-01-01T00:00:00Z',
        when: 1,
      },
    },
  ];
  lines.forEach((line, index) => {
    const parsed = parseLine(JSON.stringify(line), { nowMs: 0, replay: false, unknown }, index);
    t.ok('draft' in parsed, 'the line is sound');
  });
  t.same(unknown.all, [
    { index: 0, name: 'news.publishdAt', nearest: 'publishedAt' },
    { index: 0, name: 'news.tag', nearest: 'tags' },
    { index: 0, name: 'news.content', nearest: 'body' },
    { index: 0, name: 'news.zzzzzzzzzz', nearest: null },
    { index: 1, name: 'news.discovery.when', nearest: null },
  ]);
  t.equal(
    unknownText(unknown.all[0]!),
    'news.publishdAt: unknown field, ignored; did you mean publishedAt?',
  );
});

t.test('a line that is refused is told of too: the name may be why', async (t) => {
  const unknown = new UnknownFields();
  const { title, ...rest } = RECORDS.news.example as { title: string };
  const line = JSON.stringify({ ...rest, titel: title });
  const parsed = parseLine(line, { nowMs: 0, replay: false, unknown });
  t.same(parsed, { reason: 'title: is required, but absent' });
  t.same(unknown.all, [{ index: 0, name: 'news.titel', nearest: 'title' }]);
});

t.test('a line with any number of unknown names is told of in bounds', async (t) => {
  const unknown = new UnknownFields();
  const many = Object.fromEntries(
    Array.from({ length: 5000 }, (_, at) => [`\u0007field${at}`, at]),
  );
  const line = JSON.stringify({ ...RECORDS.news.example, ...many });
  parseLine(line, { nowMs: 0, replay: false, unknown });
  t.equal(unknown.all.length, 50);
  t.notMatch(unknownText(unknown.all[0]!), /\u0007/, 'no control characters reach a terminal');
});
