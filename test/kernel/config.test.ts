import t from 'tap';
import {
  type Config,
  type ConfigSources,
  flagOf,
  OPTIONS,
  resolveConfig,
  unknownVariables,
  variableOf,
} from '../../src/kernel/config.js';

function configOf(sources: Partial<ConfigSources>): Config {
  return resolveConfig({ flags: {}, environment: {}, file: {}, ...sources });
}

t.test('without any source every option has its default', async (t) => {
  const config = configOf({});
  t.equal(config.blogPort, 8801);
  t.equal(config.newsPort, 8802);
  t.equal(config.rateLimitBlogAnonymous, 60);
  t.equal(config.rateLimitBlogKey, 1000);
  t.equal(config.rateLimitNews, 240);
  t.equal(config.clock, 'system');
  t.equal(config.crawl, false);
  t.same(config.trustedProxies, []);
  t.same(Object.keys(config).sort(), OPTIONS.map(({ name }) => name).sort());
});

t.test('a flag wins over the variable, the variable over the file', async (t) => {
  const file = { newsPort: 1001 };
  const environment = { TAGWIRE_NEWS_PORT: '1002' };
  const flags = { newsPort: '1003' };
  t.equal(configOf({ file }).newsPort, 1001);
  t.equal(configOf({ file, environment }).newsPort, 1002);
  t.equal(configOf({ file, environment, flags }).newsPort, 1003);
});

t.test(
  'tables of the file hold the limits; what they hold besides is named and refused',
  async (t) => {
    t.equal(configOf({ file: { rateLimit: { news: 5 } } }).rateLimitNews, 5);
    t.throws(() => configOf({ file: { rateLimit: { newz: 5 } } }), {
      code: 'CONFIG_INVALID',
      message: /rateLimit\.newz/,
    });
    t.throws(() => configOf({ file: { prot: 1 } }), { code: 'CONFIG_INVALID', message: /prot/ });
  },
);

t.test('a misspelt table is refused with the one that was meant, also an empty one', async (t) => {
  for (const [file, message] of [
    [{ plac: { zone: 'UTC' } }, 'config table [plac] is not known; did you mean place?'],
    [{ plac: {} }, 'config table [plac] is not known; did you mean place?'],
    [
      { ratelimits: { news: 5 } },
      'config table [ratelimits] is not known; did you mean rateLimit?',
    ],
    [{ zebra: { news: 5 } }, 'config table [zebra] is not known'],
  ] as const) {
    t.throws(() => configOf({ file }), { code: 'CONFIG_INVALID', message });
  }
});

t.test('variables that look like ours are told, with the one that was meant', async (t) => {
  const environment = {
    TAGWIRE_NEWS_PROT: '1',
    TAGWIRE_CONFG: 'x',
    TAGWIRE_ZEBRA: '',
    TAGWIRE_NEWS_PORT: '1002',
    TAGWIRE_CONFIG: 'tagwire.toml',
    TAGWIRE_TEST_DATA: '/data',
    PATH: '/bin',
  };
  t.same(unknownVariables(environment, ['TAGWIRE_CONFIG']), [
    'environment variable TAGWIRE_NEWS_PROT is not known; did you mean TAGWIRE_NEWS_PORT?',
    'environment variable TAGWIRE_CONFG is not known; did you mean TAGWIRE_CONFIG?',
    'environment variable TAGWIRE_ZEBRA is not known',
  ]);
});

t.test(
  'an option is written in one way on the line and in one way in the environment',
  async (t) => {
    t.equal(flagOf('blogPublicUrl'), '--blog-public-url');
    t.equal(variableOf('rateLimitBlogAnonymous'), 'TAGWIRE_RATE_LIMIT_BLOG_ANONYMOUS');
    const variables = OPTIONS.map(({ name }) => variableOf(name));
    t.equal(new Set(variables).size, OPTIONS.length);
  },
);

t.test('every kind of value is read, or refused with the place it came from', async (t) => {
  const sound: [keyof Config, unknown, unknown][] = [
    ['newsPort', '0', 0],
    ['newsPort', ' 65535 ', 65_535],
    ['newsPort', 80, 80],
    ['crawl', 'YES', true],
    ['crawl', true, true],
    ['crawl', 'off', false],
    ['trustedProxies', '10.0.0.0/8, ::1', ['10.0.0.0/8', '::1']],
    ['trustedProxies', ['10.0.0.1', '10.0.0.2'], ['10.0.0.1', '10.0.0.2']],
    ['logLevel', 'warn', 'warn'],
    ['logFormat', 'json', 'json'],
    ['accessLog', 'yes', true],
    ['rateLimitNews', '1', 1],
  ];
  for (const [name, value, expected] of sound) {
    t.same(configOf({ flags: { [name]: value } })[name], expected, `${name} ${value}`);
  }
  const unsound: [keyof Config, unknown][] = [
    ['newsPort', '65536'],
    ['newsPort', '-1'],
    ['newsPort', ''],
    ['newsPort', '1e3'],
    ['crawl', 'maybe'],
    ['rateLimitNews', '0'],
    ['rateLimitNews', '1.5'],
    ['logLevel', 'loud'],
    ['logFormat', 'xml'],
  ];
  for (const [name, value] of unsound) {
    const named = { code: 'CONFIG_INVALID', message: new RegExp(flagOf(name)) };
    t.throws(() => configOf({ flags: { [name]: value } }), named, `${name} ${value}`);
  }
  t.throws(() => configOf({ environment: { TAGWIRE_CRAWL: '2' } }), { message: /TAGWIRE_CRAWL/ });
  t.throws(() => configOf({ file: { logLevel: 3 } }), { message: /config key logLevel/ });
  const file = { path: '/etc/tagwire.toml', file: { logLevel: 3 } };
  t.throws(() => configOf(file), { message: /config key logLevel of \/etc\/tagwire\.toml: / });
});
