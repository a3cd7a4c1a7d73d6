/** Every page of both services in a browser, in every width, language and scheme. */
import t from 'tap';
import { clean, LANGUAGES, Reader, skip, startBrowser } from './browser.js';
import { blogPaths, newsPaths, startWorld } from './world.js';

t.test('pages are whole for eyes, keyboards and screen readers', { skip }, async (t) => {
  const app = await startWorld(t);
  const browser = await startBrowser();
  t.teardown(() => browser.close());
  const services = [
    { base: app.newsUrl, paths: await newsPaths(app) },
    { base: app.blogUrl, paths: await blogPaths(app) },
  ];
  for (const { base, paths } of services) {
    for (const language of LANGUAGES) {
      const reader = await Reader.start(browser, base, language);
      for (const { path, status } of paths) {
        t.same(await reader.open(path), clean(status), `${path} ${language}`);
      }
      await reader.close();
    }
  }
});
