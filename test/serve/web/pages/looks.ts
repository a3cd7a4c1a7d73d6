/** Every page of a server in a browser, as readers of both languages see it. */
import type { Test } from 'tap';
import { clean, LANGUAGES, Reader, startBrowser } from '../browser.js';
import type { PagePath } from '../world.js';

/** Both languages show the same elements: each page is looked at in one of them, or in both. */
const isWhole = process.env.TAGWIRE_TEST_ALL === '1';

/** Opens the pages of each service, by its address, and tells what is wrong with them. */
export async function checkLooks(
  t: Test,
  pages: readonly { base: string; paths: readonly PagePath[] }[],
): Promise<void> {
  const browser = await startBrowser();
  t.teardown(() => browser.close());
  for (const { base, paths } of pages) {
    for (const [turn, language] of LANGUAGES.entries()) {
      const reader = await Reader.start(browser, base, language);
      for (const [at, { path, status }] of paths.entries()) {
        if (!isWhole && at % LANGUAGES.length !== turn) continue;
        t.same(await reader.open(path), clean(status), `${path} ${language}`);
      }
      await reader.close();
    }
  }
}
