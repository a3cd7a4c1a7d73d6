/** Sets of outlets as people make them on their page, and as everybody sees them. */

import { setTimeout as sleep } from 'node:timers/promises';
import t from 'tap';
import { systemClock } from '../../../src/kernel/clock.js';
import { Accounts } from '../../../src/store/accounts/accounts.js';
import '../../engine/actor/threads-here.js';
import { CATALOG } from '../api/news/fixture.js';
import { ServerWorld } from '../streams/world.js';
import { Visitor } from './people-world.js';

t.setTimeout(120_000);

const PATH = '/my/sets/';
const FORM = {
  do: 'add',
  title: 'Two <b>houses</b>',
  author: 'Ann',
  grounds: 'Who owns which paper.',
  links: 'https://registry.example/',
  label0: 'House A',
  outlets0: 'sunrise',
  label1: 'House B',
  colour1: '#aa0000',
  outlets1: 'harbour,',
  unknown: 'plain',
};

async function house() {
  const world = new ServerWorld({ rateLimitPages: 1_000_000 });
  await world.start();
  t.teardown(() => world.end());
  await world.ingest(...CATALOG);
  const accounts = Accounts.open(world.data, systemClock);
  const signedIn = async (login: string): Promise<Visitor> => {
    await accounts.addUser(login, '');
    const text = await accounts.signIn.linkFor(accounts.user(login), null);
    const visitor = new Visitor(world.app.blogUrl);
    let status = 0;
    for (let tries = 0; tries < 100 && status !== 303; tries++) {
      status = (await visitor.signIn(`${world.app.blogUrl}/my/sign-in/?token=${text}`)).status;
      if (status !== 303) await sleep(50);
    }
    await visitor.get('/my/?lang=en');
    return visitor;
  };
  return { world, ann: await signedIn('ann'), bob: await signedIn('bob') };
}

t.test('a set is made, published, shared by a secret address, revoked and deleted', async (t) => {
  const { world, ann, bob } = await house();
  const news = (path: string) => fetch(`${world.app.newsUrl}${path}`);
  t.equal((await new Visitor(world.app.blogUrl).get(PATH)).status, 303, 'for those signed in');
  t.equal((await ann.post(PATH, { ...FORM, csrf: 'x' })).status, 403, 'a forged form does nothing');

  const refused = await (await ann.act(PATH, { ...FORM, outlets0: 'sunrize' })).text();
  t.match(refused, /no media &quot;sunrize&quot;; did you mean sunrise\?/);
  t.match(refused, 'Who owns which paper.', 'what was typed is still there');
  t.equal((await ann.act(PATH, FORM)).status, 303);
  const page = await (await ann.get(PATH)).text();
  t.match(page, 'Two &lt;b&gt;houses&lt;/b&gt;');
  t.match(page, 'seen by you alone');
  t.equal((await news('/api/v1/sets/u1')).status, 404);

  const shown = await (await ann.act(PATH, { do: 'address', id: '1' })).text();
  const [secret] = /set_[\w-]{43}/.exec(shown)!;
  t.notMatch(await (await ann.get(PATH)).text(), secret, 'never again');
  const answer = (await (await news(`/api/v1/sets/${secret}`)).json()) as { name: null };
  t.match(answer, { name: null, by: 'Ann', title: 'Two <b>houses</b>' });
  const html = await (await news(`/sets/${secret}/?lang=en`)).text();
  t.match(html, 'Two &lt;b&gt;houses&lt;/b&gt;');
  t.match(html, 'name="robots" content="noindex"');
  t.strictSame(await (await news('/api/v1/sets')).json(), { count: 0, sets: [] });

  for (const act of ['publish', 'address', 'revoke', 'remove']) {
    t.match(await (await bob.act(PATH, { do: act, id: '1' })).text(), 'no set of yours', act);
  }
  t.equal((await ann.act(PATH, { do: 'revoke', id: '1' })).status, 303);
  t.equal((await news(`/api/v1/sets/${secret}`)).status, 404);
  t.equal((await news(`/sets/${secret}/`)).status, 404);

  await ann.act(PATH, { do: 'publish', id: '1' });
  t.match(await (await news('/api/v1/sets')).json(), {
    count: 1,
    sets: [{ name: 'u1', by: 'Ann' }],
  });
  t.match(await (await news('/sets/?lang=en')).text(), 'Two &lt;b&gt;houses&lt;/b&gt;');
  const edit = await (await ann.get(`${PATH}?edit=1`)).text();
  t.match(edit, 'value="#aa0000"');
  await ann.act(PATH, { ...FORM, do: 'change', id: '1', title: 'Houses' });
  t.match(await (await news('/api/v1/sets/u1')).json(), { title: 'Houses' });
  await ann.act(PATH, { do: 'unpublish', id: '1' });
  t.equal((await news('/api/v1/sets/u1')).status, 404);
  await ann.act(PATH, { do: 'remove', id: '1' });
  t.match(await (await ann.get(PATH)).text(), 'No sets yet');
});
