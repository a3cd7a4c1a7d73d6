import t from 'tap';
import { resolveConfig } from '../../../src/kernel/config.js';
import { nodeSettingsOf } from '../../../src/store/nodes/settings.js';

function settings(log: string, rest: Record<string, unknown> = {}) {
  return nodeSettingsOf(
    resolveConfig({ flags: { log, nodeName: 'a', ...rest }, environment: {}, file: {} }),
  );
}

t.test('A store has a log of its own unless another one is named', async (t) => {
  t.equal(settings('local'), null);
  t.equal(nodeSettingsOf(resolveConfig({ flags: {}, environment: {}, file: {} })), null);
});

t.test('Three servers keep three copies, one keeps one, and what is named counts', async (t) => {
  t.match(settings('jetstream://h1,h2:5222,h3/news'), {
    servers: ['h1:4222', 'h2:5222', 'h3:4222'],
    name: 'news',
    replicas: 3,
    leaseMs: 5000,
    trustedMs: 30_000,
    retentionMs: 7 * 86_400_000,
    retainedBytes: 8 * 2 ** 30,
    node: 'a',
    url: 'http://127.0.0.1:8805',
    user: null,
    token: null,
    mayWrite: true,
  });
  t.match(settings('jetstream://u:p%40ss@h1/x?lease=9&trust=60&keep=12h&keepBytes=500M'), {
    user: 'u',
    password: 'p@ss',
    replicas: 1,
    leaseMs: 9000,
    trustedMs: 60_000,
    retentionMs: 43_200_000,
    retainedBytes: 500 * 2 ** 20,
  });
  t.match(settings('jetstream://tok@[::1]:4333/x?replicas=5'), {
    token: 'tok',
    servers: ['[::1]:4333'],
    replicas: 5,
  });
  t.equal(
    settings('jetstream://h/x', { nodePublicUrl: 'http://10.0.0.4:9' })?.url,
    'http://10.0.0.4:9',
  );
});

t.test(
  'An address that cannot be read is refused in one line that says what is expected',
  async (t) => {
    const refused = (log: string, message: RegExp, rest = {}) =>
      t.throws(() => settings(log, rest), { code: 'CONFIG_INVALID', message });
    refused('nats://h/x', /begins with jetstream:\/\//);
    refused('jetstream://h', /expected jetstream:\/\/host:port/);
    refused('jetstream:///x', /expected jetstream/);
    refused('jetstream://h/a.b', /the name of 1 to 32/);
    refused('jetstream://h:99999/x', /no host:port/);
    refused('jetstream://h/x?replica=3', /"replica" is no option/);
    refused('jetstream://h/x?replicas=2', /1, 3 or 5/);
    refused('jetstream://h/x?keep=7', /keep is a number with m, h, d/);
    refused('jetstream://h/x?keepBytes=31M', /keepBytes is 32M at least/);
    refused('jetstream://h/x?lease=1', /lease is 2 to 60/);
    refused('jetstream://h/x?trust=x', /trust is 2 to 86400/);
    refused('jetstream://h/x?ca=/none', /cannot be read/);
    refused('jetstream://h/x', /nodeName/, { nodeName: 'a b' });
  },
);
