/** The pages of both services: one world and one server for all that is to be said of each of them. */
import '../../../engine/actor/threads-here.js';
import t from 'tap';
import { skip } from '../browser.js';
import { blogPaths, END, fillWorld, newsPaths, servedFrom } from '../world.js';
import { checkHeads } from './heads.js';
import { checkHostileFields } from './hostile-fields.js';
import { checkLooks } from './looks.js';

let folder = '';
const app = await servedFrom(t, END, (data) => {
  folder = data;
  return fillWorld(data);
});

// First: what is asked again is not rendered again.
t.test('whatever text an answer holds, it stays text on the page', (t) =>
  checkHostileFields(t, app, folder),
);

t.test('every page names its address, its feeds and the answers that show the same', (t) =>
  checkHeads(t, app),
);

t.test('pages are whole for eyes, keyboards and screen readers', { skip }, async (t) => {
  await checkLooks(t, [
    { base: app.newsUrl, paths: await newsPaths(app) },
    { base: app.blogUrl, paths: await blogPaths(app) },
  ]);
});
