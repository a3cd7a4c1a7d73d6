/** The way of a person through the pages, in a browser: what people and administrators do there. */
import '../../engine/actor/threads-here.js';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import t, { type Test } from 'tap';
import { freePorts } from '../../../demo/sites/servers.js';
import { systemClock } from '../../../src/kernel/clock.js';
import { Accounts } from '../../../src/store/accounts/accounts.js';
import type { User } from '../../../src/store/accounts/roster-events.js';
import { fillStore } from '../../app/filled-store.js';
import { clean, LANGUAGES, Reader, skip, startBrowser } from './browser.js';
import { addBlog } from './people-world.js';
import { serveAt } from './world.js';

const END = '2026-03-10T11:00:00.000Z';
const WORLD = { seed: 5, days: 2, media: 4, perDay: 30, blogs: 12, endMs: Date.parse(END) };
/** Ports that no other test takes. */
const PORTS_FROM = 24_000;
/** A server looks at the accounts this often. */
const LOOK_MS = 600;

/** As another reader exports it. */
const OTHER_BLOG = '<outline text="Another" htmlUrl="https://tea.example.org/"/>';

const PRIVATE_PATHS = [
  '/my/',
  '/my/webhooks/',
  '/admin/',
  '/admin/sources/',
  '/admin/users/',
  '/admin/store/',
  '/admin/audit/',
];

/** Both languages show the same elements: each page is looked at in one of them, or in both. */
const isWhole = process.env.TAGWIRE_TEST_ALL === '1';

/** A server under a name, because passkeys belong to names, with its owner: one for all walks. */
async function startHouse(owner: Test) {
  const data = mkdtempSync(join(tmpdir(), 'tagwire-walk-'));
  await fillStore(data, WORLD);
  const blogPort = await freePorts(1, PORTS_FROM);
  const base = `http://localhost:${blogPort}`;
  const app = await serveAt(data, END, { blogPort, blogPublicUrl: base });
  const browser = await startBrowser();
  owner.teardown(async () => {
    await browser.close();
    await app.close();
    rmSync(data, { recursive: true, force: true });
  });
  const accounts = Accounts.open(data, systemClock);
  const user = await accounts.owner();
  return { app, base, browser, accounts, user };
}

let shared: ReturnType<typeof startHouse> | null = null;

function house(): ReturnType<typeof startHouse> {
  shared ??= startHouse(t);
  return shared;
}

/** Opens a link as it came by mail, and presses its button. */
async function signIn(
  { accounts, base }: { accounts: Accounts; base: string },
  { tab }: Reader,
  user: User,
  next: string,
): Promise<void> {
  const text = await accounts.signIn.linkFor(user, null);
  await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  await tab.goto(`${base}/my/sign-in/?token=${text}&next=${encodeURIComponent(next)}`);
  const isSigningIn = tab.waitForURL(`**${next}`);
  await tab.getByRole('button', { name: 'Sign in' }).click();
  await isSigningIn;
}

t.test('pages lead through what people do', { skip }, async (t) => {
  const world = await house();
  const { app, base, browser, user } = world;
  await addBlog(app, {
    slug: 'candidate',
    name: '<img src=x onerror=alert(1)>',
    verified: false,
  });
  await addBlog(app, { slug: 'tea', name: 'Tea' });
  const reader = await Reader.start(browser, base, 'en');
  const { tab } = reader;
  await signIn(world, reader, user, '/blogs/b0000/');
  await tab.getByRole('button', { name: 'Follow' }).click();
  await tab.getByRole('button', { name: 'Unfollow' }).waitFor();

  await tab.goto(`${base}/my/`);
  const isLoading = tab.waitForEvent('download');
  await tab.getByRole('link', { name: 'OPML' }).click();
  const file = await (await isLoading).path();
  t.match(readFileSync(file, 'utf8'), '<opml version="2.0">');
  const digest = await tab.context().request.get(`${base}/me/feed.xml`);
  t.match(await digest.text(), '<item>');
  const json = await tab.context().request.get(`${base}/me/feed.json`);
  t.ok(((await json.json()) as { items: object[] }).items.length > 0);

  await tab.getByText('Bring blogs along').click();
  const opml = '<opml><outline xmlUrl="https://else.example/feed"/></opml>';
  const buffer = Buffer.from(opml.replace('/>', `/>${OTHER_BLOG}`));
  await tab.getByLabel('Or choose a file').setInputFiles({
    ...{ name: 'reader.opml', mimeType: 'text/x-opml', buffer },
  });
  const list = tab.getByLabel('Paste OPML');
  while ((await list.inputValue()) === '') await new Promise((resolve) => setTimeout(resolve, 20));
  await tab.getByRole('button', { name: 'Follow them' }).click();
  await tab.getByText('Newly followed: 1. Not listed here: 1.').waitFor();

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
  await tab.goto(`${base}/admin/?state=verified&q=candidate`);
  await tab.getByRole('button', { name: 'Hide' }).click();
  await tab.getByRole('status').waitFor();
  t.equal((await fetch(`${app.blogUrl}/api/v1/blogs/candidate`)).status, 404, 'hidden');
  await tab.goto(`${base}/admin/audit/`);
  t.match(await tab.locator('main').textContent(), 'blog hidden');
  t.same(reader.faults, clean(), 'the walk');
  await reader.close();
});

t.test('a passkey is registered, signs in, and is removed', { skip }, async (t) => {
  const world = await house();
  const { base, browser, user, accounts } = world;
  const reader = await Reader.start(browser, base, 'en');
  const { tab } = reader;
  await tab.context().newCDPSession(tab).then(addAuthenticator);
  await signIn(world, reader, user, '/my/');
  await tab.getByLabel('Name of this device').fill('A telephone');
  const passkeys = tab.locator('section', { has: tab.getByRole('heading', { name: 'Passkeys' }) });
  await passkeys.getByRole('button', { name: 'Add a passkey' }).click();
  await passkeys.getByRole('listitem').getByText('A telephone').first().waitFor();

  await tab.getByRole('button', { name: 'Sign out' }).first().click();
  await tab.waitForURL(`${base}/`);
  await tab.goto(`${base}/my/`);
  t.match(tab.url(), '/my/sign-in/', 'signed out');
  const isSigningIn = tab.waitForURL(`${base}/my/`);
  await tab.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await isSigningIn;
  await tab.getByText('by passkey').waitFor();

  for (const language of LANGUAGES) await lookAtAll(t, browser, base, language, reader);

  await passkeys.getByRole('button', { name: 'Remove' }).click();
  await passkeys.getByRole('listitem').waitFor({ state: 'detached' });
  t.strictSame(accounts.passkeys.of(user), [], 'removed');
  await tab.getByRole('button', { name: 'Sign out' }).first().click();
  await tab.waitForURL(`${base}/`);
  await tab.goto(`${base}/my/sign-in/`);
  await tab.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await tab.getByText('That did not work.').waitFor();
  t.same(reader.faults, clean(), 'the walk');
  await reader.close();
});

/** The pages of somebody who is signed in, looked at in another tab. */
async function lookAtAll(
  t: Test,
  browser: Browser,
  base: string,
  language: (typeof LANGUAGES)[number],
  signedIn: Reader,
): Promise<void> {
  const reader = await Reader.start(browser, base, language);
  await reader.tab.context().addCookies(await signedIn.tab.context().cookies());
  for (const [at, path] of PRIVATE_PATHS.entries()) {
    if (!isWhole && LANGUAGES[at % LANGUAGES.length] !== language) continue;
    t.same(await reader.open(path), clean(), `${path} ${language}`);
  }
  await reader.close();
}

/** A device that has a key, and somebody who touches it. */
async function addAuthenticator(session: { send: (name: never, options: never) => unknown }) {
  const send = session.send.bind(session) as (name: string, options: object) => Promise<unknown>;
  await send('WebAuthn.enable', { enableUI: false });
  await send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true },
      ...{ hasUserVerification: true, isUserVerified: true },
      automaticPresenceSimulation: true,
    },
  });
}
