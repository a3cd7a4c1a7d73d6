/** Every page of the blog service in a browser, and the way of a person through them. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import t from 'tap';
import { Accounts } from '../../src/accounts/accounts.js';
import { systemClock } from '../../src/kernel/clock.js';
import { fillStore } from '../app/filled-store.js';
import { LOOKS, lookAt, skip, startBrowser } from './browser.js';
import { addBlog } from './people-world.js';
import { serveAt } from './world.js';

const END = '2026-03-10T11:00:00.000Z';
const WORLD = { seed: 5, days: 2, media: 4, perDay: 30, blogs: 12, endMs: Date.parse(END) };
const CLEAN = { console: [], foreign: [], overflow: [], axe: [] };
/** A server looks at the accounts this often. */
const LOOK_MS = 600;

t.test(
  'pages of blogs and people are whole, and lead through what people do',
  { skip },
  async (t) => {
    const data = mkdtempSync(join(tmpdir(), 'tagwire-walk-'));
    await fillStore(data, WORLD);
    const app = await serveAt(data, END);
    const browser = await startBrowser();
    t.teardown(async () => {
      await browser.close();
      await app.close();
      rmSync(data, { recursive: true, force: true });
    });
    await addBlog(app, {
      slug: 'candidate',
      name: '<img src=x onerror=alert(1)>',
      verified: false,
    });
    const accounts = Accounts.open(data, systemClock);
    const owner = await accounts.owner();

    for (const path of [
      '/',
      '/blogs/',
      '/blogs/b0000/',
      '/topics/',
      '/relations/',
      '/my/sign-in/',
    ]) {
      for (const look of LOOKS) {
        const faults = await lookAt(browser, `${app.blogUrl}${path}`, look);
        t.same(faults, { status: 200, ...CLEAN }, `${path} ${Object.values(look).join(' ')}`);
      }
    }

    const look = { width: 390, language: 'en', scheme: 'dark' } as const;
    const text = await accounts.signIn.linkFor(owner, null);
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
    const link = `${app.blogUrl}/my/sign-in/?token=${text}&next=${encodeURIComponent('/blogs/b0000/')}`;
    const faults = await lookAt(browser, link, look, async (tab) => {
      const isSigningIn = tab.waitForURL('**/blogs/b0000/');
      await tab.getByRole('button', { name: 'Sign in' }).click();
      await isSigningIn;
      await tab.getByRole('button', { name: 'Follow' }).click();
      await tab.getByRole('button', { name: 'Unfollow' }).waitFor();

      await tab.goto(`${app.blogUrl}/my/`);
      const isLoading = tab.waitForEvent('download');
      await tab.getByRole('link', { name: 'OPML' }).click();
      const file = await (await isLoading).path();
      t.match(readFileSync(file, 'utf8'), '<opml version="2.0">');
      const digest = await tab.context().request.get(`${app.blogUrl}/me/feed.xml`);
      t.match(await digest.text(), '<item>');

      await tab.getByLabel('What is it for?').fill('a script');
      await tab.getByRole('button', { name: 'Create a key' }).click();
      const key = (await tab.locator('.secret').textContent())!;
      t.match(key, /^blog_/);
      const headers = { 'x-api-key': key };
      const keyed = await fetch(`${app.blogUrl}/api/v1/blogs`, { headers });
      t.equal(keyed.headers.get('x-ratelimit-limit'), '1000');
      await tab.getByRole('button', { name: 'Revoke' }).click();
      await tab.getByText('No keys yet.').waitFor();

      await tab.getByRole('link', { name: 'Administration' }).click();
      await tab.getByRole('searchbox').fill('candidate');
      await tab.getByRole('button', { name: 'Filter' }).click();
      await tab.getByRole('button', { name: 'Verify' }).click();
      await tab.getByRole('status').waitFor();
      t.equal((await fetch(`${app.blogUrl}/api/v1/blogs/candidate`)).status, 200, 'verified');
      await tab.goto(`${app.blogUrl}/admin/?state=verified&q=candidate`);
      await tab.getByRole('button', { name: 'Hide' }).click();
      await tab.getByRole('status').waitFor();
      t.equal((await fetch(`${app.blogUrl}/api/v1/blogs/candidate`)).status, 404, 'hidden');
      await tab.goto(`${app.blogUrl}/admin/audit/`);
      t.match(await tab.locator('main').textContent(), 'blog hidden');

      const cookies = await tab.context().cookies();
      for (const path of [
        '/my/',
        '/admin/',
        '/admin/sources/',
        '/admin/users/',
        '/admin/store/',
        '/admin/audit/',
      ]) {
        for (const width of [390, 1280]) {
          const faults = await lookAt(
            browser,
            `${app.blogUrl}${path}`,
            { ...look, width },
            undefined,
            cookies,
          );
          t.same(faults, { status: 200, ...CLEAN }, `${path} ${width}`);
        }
      }
    });
    t.same(faults, { status: 200, ...CLEAN }, 'the walk');
  },
);
