/** How many bodies are read at once. */
import t from 'tap';
import { Bodies } from '../../../src/serve/http/posted.js';
import type { IncomingRequest } from '../../../src/serve/http/server.js';

function request(readBody: IncomingRequest['readBody'], length = ''): IncomingRequest {
  return { header: () => length, readBody } as unknown as IncomingRequest;
}

const never = (): Promise<never> => new Promise(() => undefined);

t.test(
  'more than there is room for are refused, until one is read or its client is gone',
  async (t) => {
    const bodies = new Bodies(2, 'forms');
    const clients = [{ aborted: false }, { aborted: false }, { aborted: false }];
    void bodies.read(request(never), clients[0]!, 10);
    let finish: (bytes: Uint8Array) => void = () => undefined;
    const second = bodies.read(
      request(() => new Promise((resolve) => (finish = resolve))),
      clients[1]!,
      10,
    );
    const ask = () =>
      bodies.read(
        request(async () => Uint8Array.from([1])),
        clients[2]!,
        10,
      );
    await t.rejects(ask(), { message: 'too many forms are being read' });
    finish(Uint8Array.from([7]));
    t.same(await second, Uint8Array.from([7]));
    t.same(await ask(), Uint8Array.from([1]));
    void bodies.read(request(never), clients[1]!, 10);
    await t.rejects(ask(), { message: 'too many forms are being read' });
    clients[0]!.aborted = true;
    t.same(await ask(), Uint8Array.from([1]));
  },
);

t.test('a body that says that it is too long is not read at all', async (t) => {
  const bodies = new Bodies(1, 'forms');
  const unread = request(() => Promise.reject(new Error('it was read')), '11');
  t.equal(await bodies.read(unread, { aborted: false }, 10), null);
});
