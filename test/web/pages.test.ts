/**
 * Every page of the news service in a browser: no error, no request elsewhere, nothing that sticks out,
 * nothing that axe-core objects to.
 *
 * Each page is opened in two looks that have nothing in common, and with TAGWIRE_ALL_LOOKS set in all
 * eight. TAGWIRE_TEST_STORE names a filled store, and after a
 * comma the time at which it is looked at, to open instead of the invented world.
 */
import t from 'tap';
import { LOOKS, lookAt, skip, startBrowser } from './browser.js';
import { newsPaths, startWorld } from './world.js';

const all = process.env.TAGWIRE_ALL_LOOKS !== undefined;
const looks = LOOKS.filter((_, at) => all || [0, LOOKS.length - 1].includes(at));
const [data, now] = process.env.TAGWIRE_TEST_STORE?.split(',') ?? [];

t.test('pages are whole for eyes, keyboards and screen readers', { skip }, async (t) => {
  const app = await startWorld(t, data && now ? { data, now } : undefined);
  const browser = await startBrowser();
  t.teardown(() => browser.close());
  for (const { path, status } of await newsPaths(app.newsUrl)) {
    for (const look of looks) {
      const faults = await lookAt(browser, `${app.newsUrl}${path}`, look);
      const clean = { console: [], foreign: [], overflow: [], axe: [] };
      // Chromium itself tells of a page that is not there.
      if (status !== 200) faults.console = faults.console.filter((line) => !/status of/.test(line));
      t.same(faults, { status, ...clean }, `${path} ${Object.values(look).join(' ')}`);
    }
  }
});
