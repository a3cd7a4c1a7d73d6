import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import t from 'tap';
import {
  answerHub,
  asked,
  asksForPoll,
  hubForm,
  isSignedBy,
  newSubscription,
  renewAtMs,
  type Subscription,
} from '../../../src/crawler/fetch/websub.js';
import { DAY_MS, HOUR_MS } from '../../../src/kernel/clock.js';

const ASK = {
  hubUrl: 'https://hub.example/',
  topicUrl: 'https://feeds.example/feed',
  callbackUrl: 'https://crawler.example/websub/abc',
  secret: 'a secret',
};
const NOW = Date.UTC(2026, 0, 1);

const query = (mode: string, more: Record<string, string> = {}) =>
  new URLSearchParams({ 'hub.mode': mode, 'hub.topic': ASK.topicUrl, ...more });

/** A subscription that the hub has granted for so long. */
function granted(leaseSeconds = '864000'): Subscription {
  const waiting = asked(newSubscription(ASK), 'subscribe', NOW);
  const question = query('subscribe', { 'hub.challenge': 'x', 'hub.lease_seconds': leaseSeconds });
  return answerHub(waiting, question, NOW).subscription;
}

t.test(
  'the form names topic, callback, lease, and the secret to hubs that are encrypted',
  async (t) => {
    const subscription = newSubscription(ASK);
    t.same(hubForm(subscription, 'subscribe'), {
      'hub.mode': 'subscribe',
      'hub.topic': ASK.topicUrl,
      'hub.callback': ASK.callbackUrl,
      'hub.lease_seconds': '864000',
      'hub.secret': 'a secret',
    });
    t.same(Object.keys(hubForm(subscription, 'unsubscribe')), [
      'hub.mode',
      'hub.topic',
      'hub.callback',
    ]);
    const open = newSubscription({ ...ASK, hubUrl: 'http://hub.example/' });
    t.notOk('hub.secret' in hubForm(open, 'subscribe'));
  },
);

t.test('a question is answered with its challenge where it was meant', async (t) => {
  const waiting = asked(newSubscription(ASK), 'subscribe', NOW);
  const question = query('subscribe', { 'hub.challenge': 'c-1', 'hub.lease_seconds': '3600' });
  const reply = answerHub(waiting, question, NOW + 1000);
  t.match(reply, { status: 200, body: 'c-1' });
  t.match(reply.subscription, {
    state: 'active',
    attempts: 0,
    leaseEndsAtMs: NOW + 1000 + HOUR_MS,
  });
  const ending = asked(reply.subscription, 'unsubscribe', NOW);
  t.match(answerHub(ending, query('unsubscribe', { 'hub.challenge': 'c-2' }), NOW), {
    status: 200,
    body: 'c-2',
    subscription: { leaseEndsAtMs: null },
  });
});

t.test('what was not asked for is refused and changes nothing', async (t) => {
  const fresh = newSubscription(ASK);
  const waiting = asked(fresh, 'subscribe', NOW);
  const challenge = { 'hub.challenge': 'c' };
  const questions: [Subscription, URLSearchParams][] = [
    [fresh, query('subscribe', challenge)],
    [granted(), query('subscribe', challenge)],
    [granted(), query('unsubscribe', challenge)],
    [waiting, query('unsubscribe', challenge)],
    [asked(granted(), 'unsubscribe', NOW), query('subscribe', challenge)],
    [waiting, query('subscribe')],
    [waiting, query('subscribe', { 'hub.challenge': 'x'.repeat(2000) })],
    [waiting, query('publish', challenge)],
    [waiting, query('subscribe', { ...challenge, 'hub.topic': 'https://feeds.example/other' })],
    [waiting, new URLSearchParams()],
  ];
  for (const [subscription, question] of questions) {
    const reply = answerHub(subscription, question, NOW);
    t.same(reply, { status: 404, body: '', subscription }, String(question).slice(0, 80));
  }
});

t.test('a hub may refuse, and is asked again after a day', async (t) => {
  const waiting = asked(newSubscription(ASK), 'subscribe', NOW);
  const { subscription, status } = answerHub(waiting, query('denied'), NOW);
  t.equal(status, 200);
  t.equal(subscription.state, 'denied');
  t.equal(renewAtMs(subscription), NOW + DAY_MS);
});

t.test(
  'a lease is renewed before it ends, and a silent hub asked less and less often',
  async (t) => {
    t.equal(renewAtMs(newSubscription(ASK)), 0);
    t.equal(renewAtMs(granted()), NOW + 8 * DAY_MS);
    t.equal(granted('1').leaseEndsAtMs, NOW + 600_000);
    t.equal(granted('9999999999').leaseEndsAtMs, NOW + 90 * DAY_MS);
    t.equal(granted('soon').leaseEndsAtMs, NOW + 10 * DAY_MS);
    let waiting = newSubscription(ASK);
    const waits = [1, 2, 4, 8, 16, 24, 24].map(() => {
      waiting = asked(waiting, 'subscribe', NOW);
      return (renewAtMs(waiting)! - NOW) / HOUR_MS;
    });
    t.same(waits, [1, 2, 4, 8, 16, 24, 24]);
    t.equal(renewAtMs(asked(granted(), 'unsubscribe', NOW)), null);
    const renewing = asked(granted(), 'subscribe', NOW + 8 * DAY_MS);
    t.equal(renewing.state, 'active', 'the old lease goes on');
  },
);

t.test('only the right signature of the very body counts', async () => {
  const algorithm = fc.constantFrom('sha1', 'sha256', 'sha384', 'sha512');
  const change = fc.constantFrom('body', 'secret', 'digest', 'name', 'length', 'none');
  fc.assert(
    fc.property(
      algorithm,
      fc.uint8Array({ minLength: 1 }),
      fc.string({ minLength: 1 }),
      change,
      (name, body, secret, changed) => {
        const digest = createHmac(name, secret).update(body).digest('hex');
        const wrong = digest.replace(/^./, (first) => (first === '0' ? '1' : '0'));
        const header = {
          body: `${name}=${digest}`,
          secret: `${name}=${digest}`,
          digest: `${name}=${wrong}`,
          name: `md5=${digest}`,
          length: `${name}=${digest.slice(2)}`,
          none: `${name.toUpperCase()}=${digest.toUpperCase()} `,
        }[changed];
        const sent = changed === 'body' ? Uint8Array.from([...body, 0]) : body;
        const known = changed === 'secret' ? `${secret}.` : secret;
        return isSignedBy(known, header, sent) === (changed === 'none');
      },
    ),
  );
});

t.test(
  'a notification counts while the lease runs, with the signature that was agreed on',
  async (t) => {
    const body = Buffer.from('<rss/>');
    const header = `sha256=${createHmac('sha256', ASK.secret).update(body).digest('hex')}`;
    t.ok(asksForPoll(granted(), header, body, NOW));
    t.notOk(asksForPoll(granted(), undefined, body, NOW));
    t.notOk(asksForPoll(granted(), header, body, NOW + 10 * DAY_MS), 'over');
    t.notOk(asksForPoll(newSubscription(ASK), header, body, NOW), 'never granted');
    t.ok(
      asksForPoll({ ...granted(), hubUrl: 'http://hub.example/' }, undefined, body, NOW),
      'no secret',
    );
    t.same(JSON.parse(JSON.stringify(granted())), granted());
  },
);
