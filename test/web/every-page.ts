/** Every page of an invented world in a browser, one service and one language at a time. */
import t from 'tap';
import { clean, type LANGUAGES, Reader, skip, startBrowser } from './browser.js';
import { type Part, partOf, WHOLE } from './parts-of-pages.js';
import { blogPaths, newsPaths, startWorld } from './world.js';

const PATHS = { news: newsPaths, blog: blogPaths } as const;

/** Declares the test of a service's pages for a reader of one language: every `parts`th of them. */
export function everyPage(
  service: 'news' | 'blog',
  language: (typeof LANGUAGES)[number],
  part: Part = WHOLE,
): void {
  const name = `pages of the ${service} service in ${language} are whole for eyes, keyboards and screen readers`;
  t.test(name, { skip }, async (t) => {
    const app = await startWorld(t);
    const browser = await startBrowser();
    t.teardown(() => browser.close());
    const paths = partOf(await PATHS[service](app), part);
    const base = service === 'news' ? app.newsUrl : app.blogUrl;
    const reader = await Reader.start(browser, base, language);
    for (const { path, status } of paths) t.same(await reader.open(path), clean(status), path);
    await reader.close();
  });
}
