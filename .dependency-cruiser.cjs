/**
 * The rooms of the wings of `src`, from the ground up: each may import those that it names, and these stand above
 * it. A wing's own room is what lies in its folder beside the rooms that have a line here.
 * `test/tidy/layers.test.ts` runs them.
 */
const ROOMS = {
  kernel: [],
  'kernel/runtime': ['kernel'],
  'kernel/text': ['kernel'],
  'kernel/model': ['kernel', 'kernel/runtime'],
  documents: ['kernel', 'kernel/text', 'kernel/model'],
  'engine/columns': ['kernel'],
  'engine/search': ['kernel'],
  'engine/runs': ['kernel', 'kernel/runtime', 'kernel/text', 'engine/columns', 'engine/search'],
  'engine/index': ['kernel', 'kernel/model'],
  'engine/actor': ['kernel', 'kernel/runtime', 'kernel/model', 'engine/index'],
  store: ['kernel'],
  'store/log': ['kernel', 'kernel/runtime', 'kernel/text', 'kernel/model', 'documents', 'store'],
  'store/backup': ['kernel', 'kernel/model', 'store', 'store/log'],
  'store/accounts': ['kernel', 'store'],
  'store/nodes': ['kernel', 'kernel/model', 'store', 'store/log', 'store/backup', 'store/accounts'],
  'store/repair': ['kernel', 'kernel/model', 'store', 'store/log', 'store/backup', 'store/accounts'],
  'store/follower': ['kernel', 'kernel/text', 'kernel/model'],
  crawler: ['kernel', 'kernel/text', 'kernel/model', 'documents', 'store'],
  news: [
    ...['kernel', 'kernel/runtime', 'kernel/text', 'kernel/model'],
    ...['engine/columns', 'engine/search', 'engine/runs', 'engine/index'],
  ],
  blogs: [
    ...['kernel', 'kernel/text', 'kernel/model'],
    ...['engine/columns', 'engine/search', 'engine/runs', 'engine/index'],
  ],
  'serve/http': ['kernel'],
  'serve/streams': ['kernel', 'kernel/text', 'kernel/model', 'store/accounts', 'news', 'blogs'],
  'serve/dumps': ['kernel'],
  'serve/api': [
    ...['kernel', 'kernel/text', 'kernel/model', 'engine/columns', 'engine/index', 'store/accounts'],
    ...['news', 'blogs', 'serve/http', 'serve/streams', 'serve/dumps'],
  ],
  'serve/reader': [
    ...['kernel', 'engine/runs', 'store/accounts', 'news', 'blogs', 'serve/http', 'serve/api'],
  ],
  'serve/web': [
    ...['kernel', 'kernel/text', 'kernel/model', 'store/accounts', 'news', 'blogs'],
    ...['serve/http', 'serve/api', 'serve/reader'],
  ],
  'serve/mcp': ['kernel', 'serve/http'],
  client: [],
  app: [],
  'app/cli': ['app'],
};
/** The application wires everything together, so it may import every room above it; commands may too. */
ROOMS.app = Object.keys(ROOMS).filter((room) => !['client', 'app', 'app/cli'].includes(room));
ROOMS['app/cli'].push(...ROOMS.app);

/** Beside `src`: the invented world. Only the commands that make one import it. */
const DEMO = ['kernel', 'kernel/model'];

/** Packages with one user. */
const OWNED = {
  level: 'src/store/level\\.ts',
  '@node-rs/crc32': 'src/(store/leveldb/bytes|crawler/fetch/gunzip|serve/web/preview)',
  'opencc-js': 'src/kernel/text/letter-variants',
  diff: 'src/kernel/text/word-diff',
  hysnappy: 'src/store/leveldb/table',
  piscina: 'src/engine/actor/',
  'uWebSockets\\.js': 'src/serve/http/uws-(server|binaries)',
  '@btc-vision/uwebsockets\\.js': 'src/serve/http/uws-binaries',
  'lru-cache': 'src/(kernel|store|serve/http|serve/api)/',
  msgpackr: 'src/kernel/codec',
  'xxhash-wasm': 'src/kernel/hash',
  pino: 'src/kernel/logger',
  'p-limit': 'src/kernel/turns',
  'csv-parse': 'src/app/crawling/blog-lists',
  'csv-stringify': 'src/serve/dumps/csv',
  'prom-client': 'src/app/.*metrics',
  commander: 'src/app/cli/',
  htmlparser2: 'src/documents/',
  linkedom: 'src/documents/',
  '@mozilla/readability': 'src/documents/',
  '@exodus/bytes': 'src/documents/',
  '@silvia-odwyer/photon-node': 'src/documents/icon',
  'html-encoding-sniffer': 'src/documents/',
  undici: 'src/crawler/fetch/',
  socks: 'src/crawler/fetch/',
  'hyparquet-writer': 'src/serve/dumps/dump-encoder',
  'robots-parser': 'src/crawler/fetch/',
  tldts: 'src/documents/',
  typebox: 'src/serve/(http|api)/',
  nodemailer: 'src/app/mailer',
  '@simplewebauthn/server': 'src/store/accounts/webauthn',
  '@modelcontextprotocol/server': 'src/(serve/mcp/|app/cli/actions/mcp)',
  'openapi-fetch': 'src/client/',
  '@nats-io/(transport-node|jetstream|kv)': 'src/store/nodes/jetstream',
};

/** Pure parts of the news that several indices are made of. They hold no index of their own. */
const SHARED_NEWS = 'src/news/shared/';

/** @returns a pattern of what lies in a room, without the rooms inside it */
function inside(room) {
  const deeper = Object.keys(ROOMS).filter((other) => other.startsWith(`${room}/`));
  const names = deeper.map((other) => other.slice(room.length + 1));
  return `src/${room}/${names.length > 0 ? `(?!(${names.join('|')})/)` : ''}`;
}

const rooms = Object.entries(ROOMS).map(([room, allowed]) => ({
  name: `room-${room}`,
  comment: `src/${room} imports only itself${allowed.length > 0 ? `, ${allowed.join(', ')}` : ''}`,
  severity: 'error',
  from: { path: `^${inside(room)}` },
  to: {
    path: '^(src|demo|workers|bench|test)/',
    pathNot: `^(${[room, ...allowed].map(inside).join('|')}${room === 'app/cli' ? '|demo/' : ''})`,
  },
}));

const owners = Object.entries(OWNED).map(([name, owner]) => ({
  name: `only-${name.replace(/\W/g, '')}`,
  comment: `${name} has one user`,
  severity: 'error',
  from: { path: '^(src|workers)/', pathNot: `^${owner}` },
  to: { path: `node_modules/${name}(/|$)`, dependencyTypesNot: ['type-only'] },
}));

module.exports = {
  forbidden: [
    ...rooms,
    {
      name: 'demo',
      comment: `demo imports only itself, ${DEMO.join(', ')}`,
      severity: 'error',
      from: { path: '^demo/' },
      to: { path: '^(src|workers|bench|test)/', pathNot: `^(${DEMO.map(inside).join('|')})` },
    },
    ...owners,
    {
      name: 'no-cycle',
      comment: 'a cycle has no bottom to start reading at',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'kernel-touches-nothing',
      comment: 'mechanisms take what they need as arguments',
      severity: 'error',
      // A process hands its place to the threads that it starts.
      from: { path: '^src/(kernel|engine/(columns|search|runs))/', pathNot: '^src/kernel/(place\\.ts$|runtime/)' },
      to: { dependencyTypes: ['core'], path: '^(node:)?(fs|net|http|https|dns|worker_threads|child_process)' },
    },
    {
      name: 'siblings-by-codec',
      comment: 'an index knows of its siblings only the codec',
      severity: 'error',
      from: { path: '^src/news/([^/]+)/' },
      to: {
        path: '^src/(news|blogs)/',
        pathNot: ['^src/news/($1/|[^/]+/codec\\.ts$)', `^${SHARED_NEWS}`],
      },
    },
    {
      name: 'blog-siblings-by-codec',
      comment: 'an index knows of its siblings only the codec',
      severity: 'error',
      from: { path: '^src/blogs/([^/]+)/' },
      to: { path: '^src/blogs/', pathNot: '^src/blogs/($1/|[^/]+/codec\\.ts$)' },
    },
    {
      name: 'readers-know-no-writers',
      comment: 'writer and reader share the codec and nothing else',
      severity: 'error',
      from: { path: '^src/(news|blogs)/[^/]+/reader\\.ts$|^src/engine/runs/run-reader\\.ts$' },
      to: { path: '/(writer|item|run-writer|run-builder)\\.ts$' },
    },
    {
      name: 'api-reads-readers',
      comment: 'handlers see readers, never writers',
      severity: 'error',
      from: { path: '^src/serve/(api|web)/' },
      to: { path: '/writer\\.ts$' },
    },
    {
      name: 'web-asks-the-api',
      comment: 'pages show what the API answers: of its folders they know the types of answers',
      severity: 'error',
      from: { path: '^src/serve/web/' },
      to: { path: '^src/(serve/api|news|blogs)/', dependencyTypesNot: ['type-only'] },
    },
    {
      name: 'pages-are-made-on-threads',
      comment: 'of hono only JSX to text, and only in pages',
      severity: 'error',
      from: { path: '^(src|workers)/', pathNot: '^src/serve/web/' },
      to: { path: 'node_modules/(hono|d3-force)/' },
    },
    {
      name: 'workers-are-thin',
      comment: 'a thread entry hosts one writer, or the log',
      severity: 'error',
      from: { path: '^workers/' },
      to: {
        path: '^src/',
        pathNot: '^src/(kernel|engine/actor|documents|store/(log|nodes)|crawler|serve/(web|dumps))/|/(writer|codec)\\.ts$|^src/store/accounts/webauthn-work\\.ts$',
      },
    },
    {
      name: 'tests-are-imported-by-none',
      comment: 'tests and benchmarks are imported by none',
      severity: 'error',
      from: { path: '^(src|demo|workers)/' },
      to: { path: '^(test|bench)/' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'types', 'node'] },
  },
};
