import fc from 'fast-check';
import t from 'tap';
import { INGEST } from '../../../../src/kernel/limits.js';
import { parseLine } from '../../../../src/store/log/parse/line.js';
import { CONTEXT, draftOf, NEWS, reasonOf } from './helper.js';

t.test('a line of white space is blank', async (t) => {
  for (const line of ['', ' ', '\r', '\t \r\n', '\ufeff']) {
    t.same(parseLine(line, CONTEXT), { blank: true });
    t.same(parseLine(Buffer.from(line), CONTEXT), { blank: true });
  }
});

t.test('bytes and text give the same draft, with or without a byte order mark', async (t) => {
  const text = JSON.stringify({ ...NEWS, title: '標題 😀' });
  const expected = parseLine(text, CONTEXT);
  t.match(expected, { draft: { title: '標題 😀' }, observedMs: CONTEXT.nowMs });
  for (const line of [
    `\ufeff${text}`,
    Buffer.from(text),
    Buffer.from(`\ufeff${text}\r\n`),
    ` ${text} `,
  ]) {
    t.same(parseLine(line, CONTEXT), expected);
  }
});

t.test('bytes that are not UTF-8 are rejected', async (t) => {
  t.same(parseLine(Buffer.from([0x7b, 0xff, 0x7d]), CONTEXT), {
    reason: 'the line is not valid UTF-8',
  });
  t.same(parseLine(Buffer.from([0xed, 0xa0, 0x80]), CONTEXT), {
    reason: 'the line is not valid UTF-8',
  });
});

t.test('a line beyond the limit of bytes is rejected, up to it is not', async (t) => {
  const around = JSON.stringify({ ...NEWS, ignored: '' }).length;
  const fits = JSON.stringify({ ...NEWS, ignored: 'a'.repeat(INGEST.lineBytesMax - around) });
  const tooLong = JSON.stringify({
    ...NEWS,
    ignored: '中'.repeat((INGEST.lineBytesMax - around) / 3 + 1),
  });
  t.match(parseLine(fits, CONTEXT), { draft: {} });
  t.match(parseLine(Buffer.from(fits), CONTEXT), { draft: {} });
  for (const line of [tooLong, Buffer.from(tooLong), `${fits} `]) {
    t.same(parseLine(line, CONTEXT), { reason: 'the line is longer than 4194304 bytes' });
  }
});

t.test('invalid JSON is rejected with its column', async (t) => {
  t.match(parseLine('{"kind":"news",}', CONTEXT), {
    reason: /^invalid JSON: .* at column 16, got something else$/,
  });
  t.match(parseLine('{"kind":', CONTEXT), {
    reason: /^invalid JSON: .* at column 9, got the end of the line$/,
  });
});

t.test('what is no object is rejected', async (t) => {
  t.same(parseLine('[]', CONTEXT), { reason: 'expected a JSON object, got a list' });
  for (const line of ['[', '  [{"kind":"media"},', ']'])
    t.match(parseLine(line, CONTEXT), { reason: /^a JSON array of several lines; .*jq -c/ });
  t.same(parseLine('null', CONTEXT), { reason: 'expected a JSON object, got null' });
  t.same(parseLine('"x"', CONTEXT), { reason: 'expected a JSON object, got "x"' });
});

t.test('unknown kinds are rejected, inherited names and the kinds of the system too', async (t) => {
  for (const kind of ['x', 'tick', 'skip', 'constructor', '__proto__', 'toString', 'News']) {
    t.match(
      parseLine(JSON.stringify({ kind }), CONTEXT),
      { reason: /^kind: expected one of category, media, / },
      kind,
    );
  }
  t.same(parseLine('{}', CONTEXT), { reason: 'kind: is required, but absent' });
  t.match(parseLine('{"kind":["news"]}', CONTEXT), { reason: /got a list$/ });
});

t.test('unknown fields are ignored and prototypes left alone', async (t) => {
  const line = `{"__proto__":{"title":"evil"},"constructor":1,"kind":"news","media":"a","url":"https://a.example/1"}`;
  t.same(parseLine(line, CONTEXT), { reason: 'title: is required, but absent' });
  const draft = draftOf({ ...NEWS, extra: { deep: [1] } });
  t.notOk('extra' in draft);
  t.equal(({} as { title?: string }).title, undefined);
});

t.test('the record became known when the line says, else now', async (t) => {
  const observedMs = Date.UTC(2026, 0, 2);
  const stated = parseLine(
    JSON.stringify({ ...NEWS, observedAt: '2026-01-02T00:00:00Z' }),
    CONTEXT,
  );
  t.match(stated, { observedMs, draft: { observedMs } });
  const unstated = parseLine(
    JSON.stringify({ ...NEWS, publishedAt: '2026-01-01T00:00:00Z' }),
    CONTEXT,
  );
  t.match(unstated, { observedMs: CONTEXT.nowMs });
  t.notOk('draft' in unstated && 'observedMs' in unstated.draft);
  t.notOk('observedMs' in draftOf({ ...NEWS, observedAt: null }), 'it cannot be cleared');
});

t.test('under replay an item became known when it was published', async (t) => {
  const replay = { ...CONTEXT, replay: true };
  const publishedAt = '2026-01-01T00:00:00Z';
  const observedMs = Date.UTC(2026, 0, 1);
  const post = { kind: 'post', blog: 'b', url: 'https://b.example/1', title: 'x' };
  for (const item of [NEWS, post]) {
    t.match(parseLine(JSON.stringify({ ...item, publishedAt }), replay), {
      observedMs,
      draft: { observedMs },
    });
    const undated = parseLine(JSON.stringify(item), replay);
    t.match(undated, { observedMs: CONTEXT.nowMs });
    t.notOk('draft' in undated && 'observedMs' in undated.draft);
  }
  t.match(
    parseLine(JSON.stringify({ ...NEWS, publishedAt, observedAt: '2026-01-03T00:00:00Z' }), replay),
    { observedMs: Date.UTC(2026, 0, 3) },
  );
});

t.test('records without items take their own time, else observedAt, else now', async (t) => {
  const observed = (line: object): unknown => {
    const parsed = parseLine(JSON.stringify(line), CONTEXT);
    return 'draft' in parsed ? parsed.observedMs : parsed;
  };
  const at = '2026-01-02T00:00:00+08:00';
  const atMs = Date.UTC(2026, 0, 1, 16);
  t.equal(observed({ kind: 'crawl', media: 'a', at, ok: true }), atMs);
  t.equal(observed({ kind: 'portal-check', media: 'a', checkedAt: at, status: 'ok' }), atMs);
  t.equal(observed({ kind: 'hide', target: 'media', key: 'a', observedAt: at }), atMs);
  t.equal(observed({ kind: 'hide', target: 'media', key: 'a' }), CONTEXT.nowMs);
  t.equal(observed({ kind: 'category', key: 'a', label: 'b' }), CONTEXT.nowMs);
});

t.test('a reason quotes little and on one line', async (t) => {
  const reason = reasonOf({ ...NEWS, publishedAt: `yester\nday${'😀'.repeat(100)}` });
  t.equal(
    reason,
    `publishedAt: expected an ISO 8601 time with offset or Z, got "yester\\nday${'😀'.repeat(50)}"…`,
  );
});

t.test('no value of any field makes the parser throw', async () => {
  const kinds = [
    'category',
    'media',
    'news',
    'portal-item',
    'portal-check',
    'crawl',
    'blog',
    'post',
    'hide',
    'show',
    'erase',
    'revoke',
  ];
  const fields = [
    'media',
    'url',
    'title',
    'publishedAt',
    'publishedPrecision',
    'observedAt',
    'tags',
    'authors',
    'body',
    'discovery',
    'feeds',
    'portal',
    'crawler',
    'stories',
    'sources',
    'links',
    'html',
    'slug',
    'name',
    'sourceUrl',
    'blog',
    'at',
    'ok',
    'target',
    'key',
    'topic',
    'post',
    'id',
    'itemKind',
    'checkedAt',
    'status',
    'label',
    'labels',
    'aliases',
    'categories',
    'image',
    '__proto__',
  ];
  const good = fc.constantFrom(
    'a',
    'https://a.example/x',
    '2026-01-01',
    true,
    'ok',
    'auto',
    'news',
    null,
    1,
  );
  const value = fc.oneof({ weight: 3, arbitrary: good }, fc.jsonValue({ maxDepth: 3 }));
  const record = fc.tuple(
    fc.constantFrom(...kinds),
    fc.uniqueArray(fc.tuple(fc.constantFrom(...fields), value), { selector: ([name]) => name }),
  );
  fc.assert(
    fc.property(record, ([kind, entries]) => {
      const members = [['kind', kind], ...entries].map(
        ([k, v]) => `${JSON.stringify(k)}:${JSON.stringify(v)}`,
      );
      const parsed = parseLine(`{${members.join(',')}}`, CONTEXT);
      if ('reason' in parsed)
        return /^[A-Za-z[\]0-9._]+: /.test(parsed.reason) && !/[\n\0]/.test(parsed.reason);
      return 'draft' in parsed && parsed.draft.kind === kind;
    }),
    { numRuns: 3000 },
  );
});

t.test('no bytes make the parser throw', async () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 50 }), (bytes) => {
      const parsed = parseLine(bytes, CONTEXT);
      return 'reason' in parsed || 'blank' in parsed;
    }),
  );
});
