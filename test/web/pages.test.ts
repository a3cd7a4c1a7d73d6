/** Every page of the news service in a browser: both widths, both languages, both schemes. */
import t from 'tap';
import { LOOKS, lookAt, skip, startBrowser } from './browser.js';
import { newsPaths, startWorld } from './world.js';

t.test('pages are whole for eyes, keyboards and screen readers', { skip }, async (t) => {
  const app = await startWorld(t);
  const browser = await startBrowser();
  t.teardown(() => browser.close());
  for (const { path, status } of await newsPaths(app.newsUrl)) {
    for (const look of LOOKS) {
      const faults = await lookAt(browser, `${app.newsUrl}${path}`, look);
      const clean = { console: [], foreign: [], overflow: [], axe: [] };
      // Chromium itself tells of a page that is not there.
      if (status !== 200) faults.console = faults.console.filter((line) => !/status of/.test(line));
      t.same(faults, { status, ...clean }, `${path} ${Object.values(look).join(' ')}`);
    }
  }
});
