import t from 'tap';
import { Wake } from '../../../src/store/follower/peer.js';

const STREAM =
  ': hello\n\nevent: live\ndata: {}\n\nevent: change\r\ndata: {"a":"event: none"}\r\n\r\n';

t.test('A stream wakes for each event, wherever its parts are cut', async (t) => {
  for (let at = 1; at < STREAM.length; at++) {
    let give: (part: Uint8Array) => void = () => undefined;
    const peer = {
      listen: (_: string, hear: (part: Uint8Array) => void) => {
        give = hear;
        return new Promise<void>(() => undefined);
      },
    };
    const wake = new Wake(peer, 3_600_000);
    wake.start();
    let woken = 0;
    const waiting = async (): Promise<void> => {
      for (;;) {
        await wake.wait();
        woken += 1;
      }
    };
    void waiting();
    const turn = () => new Promise((resolve) => setImmediate(resolve));
    give(Buffer.from(STREAM.slice(0, at)));
    await turn();
    const early = woken;
    give(Buffer.from(STREAM.slice(at)));
    await turn();
    const isWhole = at >= STREAM.indexOf('data: {"a"');
    const isLive = at >= STREAM.indexOf('data: {}');
    if (early !== (isLive ? 1 : 0) || woken - early !== (isWhole ? 0 : 1) || !wake.isListening) {
      t.fail(`cut at ${at}: woken ${early}, then ${woken - early}`);
    }
  }
  t.pass('everywhere');
});
