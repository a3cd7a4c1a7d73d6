/**
 * Hostile records and forms in every field that can reach a page or feed of the blog service: nothing
 * of them becomes markup, a script or an address that runs something.
 */
import '../../engine/actor/threads-here.js';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Parser } from 'htmlparser2';
import t from 'tap';
import { systemClock } from '../../../src/kernel/clock.js';
import { Accounts } from '../../../src/store/accounts/accounts.js';
import { isAll } from '../../all.js';
import { DISGUISES, faultsOf, HOSTILE_SAMPLE, MARK, SENT_TEXTS } from './hostile-texts.js';
import { Visitor } from './people-world.js';
import { serveAt } from './world.js';

const NOW = '2026-03-10T11:00:00.000Z';
/** A server looks at the accounts this often. */
const LOOK_MS = 600;
const FOLLOWED = 40;

/** A blog and a post of it, whose every text is the payload; each links to the blog before it. */
function records(payload: string, at: number): object[] {
  const time = new Date(Date.parse(NOW) - (at + 5) * 60_000).toISOString();
  const home = (place: number): string => `https://b${place}.example/`;
  return [
    {
      ...{ kind: 'blog', slug: `b${at}`, name: payload, sourceUrl: home(at), observedAt: time },
      ...{ category: payload, description: payload, verified: at % 10 !== 9 },
      feeds: [{ url: `${home(at)}feed.xml?x=${payload}`, type: 'rss' }],
    },
    {
      ...{ kind: 'post', blog: `b${at}`, url: `${home(at)}1?x=${payload}`, title: payload },
      ...{ author: payload, summary: payload, labels: [payload.slice(0, 60)] },
      html: `<p>${payload}</p><a href="${home(Math.max(0, at - 1))}1">${payload}</a>`,
      ...{ imageUrl: `${home(at)}1.png`, publishedAt: time, observedAt: time },
    },
  ];
}

function bytesOf(lines: readonly object[]): Uint8Array {
  return new TextEncoder().encode(lines.map((line) => JSON.stringify(line)).join('\n'));
}

/** Elements and attributes of XML that a text became. */
function faultsOfXml(xml: string): string[] {
  const faults: string[] = [];
  const parser = new Parser(
    {
      onopentag: (name, attributes) => {
        const names = [name, ...Object.keys(attributes)];
        if (names.some((one) => one.includes(MARK) || /^(script|img|svg|on\w+)$/i.test(one))) {
          faults.push(`<${names.join(' ')}>`);
        }
      },
      onprocessinginstruction: (name) => {
        if (name !== '?xml') faults.push(`<${name}>`);
      },
    },
    { xmlMode: true },
  );
  parser.end(xml);
  // What XML cannot hold at all ends a reader's work.
  if (/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u.test(xml))
    faults.push('character');
  return faults;
}

t.test('the check of XML finds what it looks for', async (t) => {
  for (const xml of [`<a ${MARK}="1"/>`, `<${MARK}/>`, '<script/>', '<?x y?>', '<a>\u0001</a>']) {
    t.not(faultsOfXml(xml).length, 0, xml);
  }
  t.same(faultsOfXml(`<a title="&lt;${MARK}>"><![CDATA[<${MARK}>]]></a>`), []);
});

t.test('hostile blogs and people stay text on every page and in every feed', async (t) => {
  const data = mkdtempSync(join(tmpdir(), 'tagwire-hostile-'));
  const app = await serveAt(data, NOW);
  t.teardown(async () => {
    await app.close();
    rmSync(data, { recursive: true, force: true });
  });
  const lines = SENT_TEXTS.flatMap(records);
  const summary = await app.pipeline.ingest([bytesOf(lines)], false, app.clock.nowMs());
  await app.pipeline.settle();
  t.ok(summary.accepted >= lines.length * 0.9, `${summary.accepted} of ${lines.length} were taken`);

  const accounts = Accounts.open(data, systemClock);
  const owner = await accounts.owner();
  for (const text of HOSTILE_SAMPLE) {
    // Not every text may be a login; a name is what people gave themselves.
    await accounts.addUser(text, text).catch(() => undefined);
    await accounts.addUser(`user-${HOSTILE_SAMPLE.indexOf(text)}`, text).catch(() => undefined);
    await accounts.createToken(text).catch(() => undefined);
    await accounts.note(owner.id, 'blog hidden', text, text);
  }
  const link = await accounts.signIn.linkFor(owner, null);
  await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  const visitor = new Visitor(app.blogUrl);
  t.equal((await visitor.signIn(`${app.blogUrl}/my/sign-in/?token=${link}`)).status, 303);

  const check = async (path: string, response: Response): Promise<void> => {
    const text = await response.text();
    const type = response.headers.get('content-type') ?? '';
    const faults = type.startsWith('text/html') ? faultsOf(text) : [];
    if (/xml|opml/.test(type)) faults.push(...faultsOfXml(text));
    if (response.status >= 500) faults.push(`status ${response.status}`);
    t.same(faults, [], path);
  };
  const csrf = await visitor.csrf('/my/');
  for (let at = 0; at < FOLLOWED; at++) {
    await check('follow', await visitor.post('/my/', { csrf, do: 'follow', blog: `b${at}` }));
  }
  for (const [at, text] of HOSTILE_SAMPLE.entries()) {
    const id = String(at);
    for (const form of [
      { do: 'create-key', label: text },
      { do: 'follow', blog: text },
      { do: text, id: text },
      { do: 'revoke-key', id: text },
    ]) {
      await check(`/my/ ${id}`, await visitor.post('/my/', { csrf, ...form } as never));
    }
    await check(
      '/my/sign-in/',
      await visitor.post('/my/sign-in/', { csrf, do: 'ask', login: text }),
    );
    for (const path of ['/admin/', '/admin/sources/', '/admin/users/', '/admin/store/']) {
      const form = {
        csrf,
        do: 'hide',
        blog: text,
        login: text,
        name: text,
        source: text,
        id: text,
      };
      await check(`${path} ${id}`, await visitor.post(path, form));
    }
  }

  const sample = HOSTILE_SAMPLE.map(encodeURIComponent);
  const asked = isAll ? SENT_TEXTS : [...HOSTILE_SAMPLE, ...DISGUISES];
  const paths = [
    ...['/', '/blogs/', '/topics/', '/topics/?hours=2160', '/relations/', '/relations/?hours=2160'],
    ...['/status/', '/api/status', '/my/', '/my/sign-in/', '/me/opml', '/me/feed.xml'],
    ...['/admin/', '/admin/?state=verified', '/admin/?state=candidates', '/admin/sources/'],
    ...['/admin/users/', '/admin/store/', '/admin/audit/', '/sitemap.xml'],
    ...['articles', 'topics', 'blogs'].map((name) => `/feeds/${name}.xml`),
    ...SENT_TEXTS.map((_, at) => `/blogs/b${at}/`),
    ...asked.map((text) => `/?q=${encodeURIComponent(text)}`),
    ...sample.flatMap((text) => [
      `/blogs/?q=${text}&category=${text}`,
      `/blogs/${text}/`,
      `/topics/${text}/`,
      `/topics/?hours=${text}`,
      `/relations/?hours=${text}`,
      `/my/sign-in/?token=${text}&next=${text}`,
      `/admin/?q=${text}&state=${text}`,
      `/admin/users/?q=${text}`,
      `/admin/sources/?q=${text}&source=${text}`,
      `/feeds/articles.xml?q=${text}&blog=${text}`,
      `/${text}/`,
    ]),
  ];
  for (const path of paths) await check(path, await visitor.get(path));
  t.match(await (await visitor.get('/my/')).text(), MARK, 'texts are there, as texts');
  t.match(await (await visitor.get('/me/feed.xml')).text(), MARK);
  t.match(await (await visitor.get('/admin/audit/')).text(), MARK);
});
