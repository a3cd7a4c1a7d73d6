import t from 'tap';
import { isSameSite, siteOf } from '../../src/documents/address.js';

t.test('a site is a registrable domain', async (t) => {
  t.equal(siteOf('https://www.news.example.co.uk/a'), 'example.co.uk');
  t.equal(siteOf('http://m.site.com.tw:8080/'), 'site.com.tw');
  t.equal(siteOf('https://someone.github.io/x'), 'someone.github.io');
});

t.test('hosts without one are a site together with their port', async (t) => {
  t.equal(siteOf('http://127.0.0.1:8001/a'), '127.0.0.1:8001');
  t.equal(siteOf('http://[::1]:8001/a'), '[::1]:8001');
  t.equal(siteOf('http://localhost:3000/'), 'localhost:3000');
});

t.test('only web addresses have one', async (t) => {
  t.equal(siteOf('ftp://site.com/'), null);
  t.equal(siteOf('mailto:a@site.com'), null);
  t.equal(siteOf('nonsense'), null);
});

t.test('addresses of one site are told from those of others', async (t) => {
  t.ok(isSameSite('https://a.site.com/1', 'http://www.site.com/2'));
  t.notOk(isSameSite('https://a.site.com/', 'https://site.org/'));
  t.notOk(isSameSite('https://one.github.io/', 'https://two.github.io/'));
  t.notOk(isSameSite('http://127.0.0.1:1/', 'http://127.0.0.1:2/'));
  t.notOk(isSameSite('nonsense', 'nonsense'));
});
