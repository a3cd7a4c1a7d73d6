/** Standing questions: mails of what is new, one click that ends them, and where else answers come. */
import '../engine/actor/threads-here.js';
import { once } from 'node:events';
import { createServer } from 'node:net';
import t from 'tap';
import { type ManualClock, MINUTE_MS } from '../../src/kernel/clock.js';
import { articleLine, ingest, type Owner, readerWorld } from '../serve/reader/reader-world.js';
import { Visitor } from '../serve/web/people-world.js';

/** Takes every mail. */
async function mailServer(owner: Owner): Promise<{ url: string; mails: string[] }> {
  const mails: string[] = [];
  const server = createServer((socket) => {
    let text = '';
    let isData = false;
    socket.write('220 here\r\n');
    socket.on('error', () => undefined);
    socket.on('data', (bytes) => {
      text += bytes.toString();
      for (let end = 0; ; ) {
        const mark = isData ? '\r\n.\r\n' : '\r\n';
        end = text.indexOf(mark);
        if (end < 0) return;
        const line = text.slice(0, end);
        text = text.slice(end + mark.length);
        if (isData) mails.push(line);
        isData = !isData && line === 'DATA';
        socket.write(isData ? '354 go on\r\n' : '250 fine\r\n');
      }
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  owner.teardown(() => void server.close());
  return { url: `smtp://127.0.0.1:${(server.address() as { port: number }).port}`, mails };
}

async function until(holds: () => boolean | Promise<boolean>): Promise<boolean> {
  for (let tries = 0; tries < 100; tries++) {
    if (await holds()) return true;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return false;
}

async function signedIn(house: Awaited<ReturnType<typeof readerWorld>>): Promise<Visitor> {
  const { app, accounts, user } = house;
  const text = await accounts.signIn.linkFor(user, null);
  const visitor = new Visitor(app().blogUrl);
  await until(async () => {
    const answer = await visitor.signIn(`${app().blogUrl}/my/sign-in/?token=${text}`);
    return answer.status === 303;
  });
  return visitor;
}

t.test('a question tells what it would have brought before it is saved', async (t) => {
  const house = await readerWorld(t);
  const ann = await signedIn(house);
  const before = house.accounts.feeds.of(house.user).length;
  const form = { service: 'news', tag: 'Fish', label: 'Fish' };
  const tried = await (await ann.act('/my/', { do: 'try-feed', ...form })).text();
  t.match(tried, /6/);
  t.match(tried, /name="do" value="create-feed"/);
  house.accounts.refresh();
  t.equal(house.accounts.feeds.of(house.user).length, before, 'nothing was saved');
  const followed = await (await ann.get('/my/?service=news&tag=Fish&label=Fish')).text();
  t.match(followed, /name="do" value="create-feed"/, 'a link tries it, too');
  t.match(await (await ann.get('/my/?service=news&owner=x')).text(), /media/);
  house.accounts.refresh();
  t.equal(house.accounts.feeds.of(house.user).length, before, 'a link saves nothing');
  const wrong = await (
    await ann.act('/my/', { do: 'try-feed', service: 'news', owner: 'x' })
  ).text();
  t.match(wrong, /media/);
  await ann.act('/my/', { do: 'create-feed', ...form });
  house.accounts.refresh();
  t.equal(house.accounts.feeds.of(house.user).length, before + 1);
});

t.test('answers to a question are in the digest where that is wanted', async (t) => {
  const house = await readerWorld(t);
  const ann = await signedIn(house);
  const digest = async (): Promise<string> => (await ann.get('/me/feed.xml')).text();
  t.notMatch(await digest(), 'Ferry 2');
  const [question] = house.accounts.feeds.of(house.user);
  await ann.act('/my/', { do: 'deliver-feed', id: String(question!.id), inDigest: '1' });
  t.match(await digest(), 'Ferry 2');
});

t.test('what is new is mailed once, until one click says no more', async (t) => {
  const { url, mails } = await mailServer(t);
  const house = await readerWorld(t, { smtpUrl: url });
  const ann = await signedIn(house);
  const [question] = house.accounts.feeds.of(house.user);
  const form = { do: 'deliver-feed', id: String(question!.id), mail: 'immediate' };
  t.equal((await ann.act('/my/', form)).status, 303);
  const { app } = house;
  const { questions } = app();
  await questions.look();
  t.equal(mails.length, 0, 'what was there before is not mailed');
  await ingest(app(), [articleLine(70, { title: 'A new ferry', tags: ['Ferries'] })]);
  (app().clock as ManualClock).advance(10 * MINUTE_MS);
  await questions.look();
  t.ok(await until(() => mails.length === 1));
  const mail = mails[0]!.replace(/=\r\n/g, '').replaceAll('=3D', '=');
  t.match(mail, /^To: ann@example\.org/m);
  t.match(mail, 'A new ferry');
  t.notMatch(mail, 'Ferry 2');
  t.match(mail, 'List-Unsubscribe-Post: List-Unsubscribe=One-Click');
  const address = /^List-Unsubscribe:\s+<([^>]+)>/m.exec(mail)?.[1] ?? '';
  await questions.look();
  t.equal(mails.length, 1, 'once');

  t.equal((await fetch(address)).status, 200);
  house.accounts.refresh();
  t.equal(
    house.accounts.feeds.get(question!.id)?.delivery?.mail,
    'immediate',
    'reading ends nothing',
  );
  const click = (to: string): Promise<Response> =>
    fetch(to, { method: 'POST', body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }) });
  for (const wrong of [
    `${address}x`,
    address.replace('token=1', 'token=2'),
    address.split('?')[0]!,
  ]) {
    await click(wrong);
  }
  house.accounts.refresh();
  t.equal(house.accounts.feeds.get(question!.id)?.delivery?.mail, 'immediate', 'guessing neither');
  const clicked = new FormData();
  clicked.set('List-Unsubscribe', 'One-Click');
  t.equal((await fetch(address, { method: 'POST', body: clicked })).status, 200);
  house.accounts.refresh();
  t.equal(house.accounts.feeds.get(question!.id)?.delivery?.mail, 'off');
});
