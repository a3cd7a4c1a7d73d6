/** How a source is asked and read, as `sources.toml` says it. */
import t from 'tap';
import { readingOf, requestOf } from '../../../src/crawler/sources/read-manner.js';
import { read } from './reading.js';

const media = (lines: string): string =>
  `[[media]]\ncode = "a"\ntitle = "A"\nhomepage = "https://www.a.example/"\nfeed = "https://feeds.a.example/x"\n${lines}`;

t.test('what is said reaches requests and documents', async (t) => {
  const { entries, faults } = read(
    media(`headers = { X-One = "1" }
cookies = "a=b"
basicAuth = "env:LOGIN"
proxy = "https://proxy.example:8443"
charset = "koi8-r"
dayFirst = true
dateLanguage = "ru"
[media.page]
body = "div.text"
`),
  );
  t.strictSame(faults, []);
  t.match(requestOf(entries[0]!), {
    ignoreRobots: false,
    access: {
      hosts: ['a.example', 'feeds.a.example'],
      ...{ headers: { 'x-one': '1' }, cookies: 'a=b', basicAuth: 'env:LOGIN' },
      proxy: 'https://proxy.example:8443',
    },
  });
  const page = { body: 'div.text' };
  t.match(readingOf(entries[0]!).rules, { charset: 'koi8-r', dateLanguage: 'ru', page });
  const [usual] = read(media('')).entries;
  t.strictSame(requestOf(usual!), { ignoreRobots: false });
  t.notOk(readingOf(usual!).rules);
});

t.test('what cannot be used is named, and so is a secret in the open', async (t) => {
  const cases: [string, RegExp][] = [
    ['basicAuth = "ann:secret"', /basicAuth: expected env:NAME or file:PATH/],
    ['headers = { Authorization = "Bearer x" }', /headers: "Authorization" is a secret/],
    ['proxy = "socks5://ann:secret@127.0.0.1"', /proxy: its password is a secret/],
    ['proxy = "ftp://127.0.0.1"', /proxy: expected http:.*socks5:/],
    ['proxy = "http://127.0.0.1/path"', /proxy: expected/],
    ['headers = { Host = "x" }', /headers: "Host" cannot be set here/],
    ['headers = { X-Y = 1 }', /headers: expected texts in quotes, got 1/],
    ['charset = "utf-9"', /charset: "utf-9" is no charset/],
    ['dateLanguage = "english"', /dateLanguage: "english" is no language/],
    ['dayfirst = true', /did you mean "dayFirst"/],
    ['[media.page]\nbdy = "p"', /page.bdy: is not known here; did you mean "body"/],
    ['[media.page]\nbody = "p >"', /page.body: .*cannot be used/],
  ];
  for (const [lines, expected] of cases) {
    const { entries, faults } = read(media(lines));
    t.match(faults.map(({ key, message }) => `${key}: ${message}`).join('\n'), expected);
    t.equal(entries.length, 0, lines);
  }
});
