/**
 * The layers of `src`, from the ground up: each folder may import those that it names.
 * `test/tidy/layers.test.ts` runs them.
 */
const FOLDERS = {
  kernel: [],
  runtime: ['kernel'],
  columns: ['kernel'],
  search: ['kernel'],
  runs: ['kernel', 'runtime', 'columns', 'search', 'text'],
  text: ['kernel'],
  model: ['kernel', 'runtime'],
  index: ['kernel', 'model'],
  extract: ['kernel', 'text', 'model'],
  store: ['kernel'],
  log: ['kernel', 'runtime', 'text', 'model', 'store', 'extract'],
  backup: ['kernel', 'model', 'store', 'log'],
  nodes: ['kernel', 'model', 'store', 'log', 'backup', 'accounts'],
  follower: ['kernel', 'text', 'model'],
  repair: ['kernel', 'model', 'store', 'log', 'backup', 'accounts'],
  actor: ['kernel', 'runtime', 'model', 'index'],
  news: ['kernel', 'runtime', 'columns', 'search', 'runs', 'text', 'model', 'index'],
  blogs: ['kernel', 'columns', 'search', 'runs', 'text', 'model', 'index'],
  generator: ['kernel', 'model'],
  http: ['kernel'],
  api: ['kernel', 'columns', 'text', 'model', 'index', 'http', 'news', 'blogs', 'streams', 'dumps', 'accounts'],
  streams: ['kernel', 'text', 'model', 'news', 'blogs', 'accounts'],
  dumps: ['kernel'],
  accounts: ['kernel', 'store'],
  crawler: ['kernel', 'text', 'model', 'extract', 'store'],
  web: ['kernel', 'text', 'model', 'http', 'api', 'news', 'blogs', 'accounts'],
  mcp: ['kernel', 'http'],
  client: [],
  cli: ['kernel', 'runtime', 'app', 'generator', 'mcp'],
};

/** Packages with one user. */
const OWNED = {
  level: 'src/store/level\\.ts',
  '@node-rs/crc32': 'src/(store/leveldb/bytes|crawler/fetch/gunzip)',
  'opencc-js': 'src/kernel/text/letter-variants',
  diff: 'src/kernel/text/word-diff',
  hysnappy: 'src/store/leveldb/block',
  piscina: 'src/engine/actor/',
  'uWebSockets\\.js': 'src/serve/http/uws-(server|binaries)',
  '@btc-vision/uwebsockets\\.js': 'src/serve/http/uws-binaries',
  'lru-cache': 'src/(kernel|store|http|api)/',
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
  'hyparquet-writer': 'src/serve/dumps/parquet-file',
  'robots-parser': 'src/crawler/fetch/',
  tldts: 'src/documents/',
  typebox: 'src/(http|api)/',
  nodemailer: 'src/app/mailer',
  '@simplewebauthn/server': 'src/store/accounts/webauthn',
  '@modelcontextprotocol/server': 'src/(mcp/|cli/actions/mcp)',
  'openapi-fetch': 'src/client/',
  '@nats-io/(transport-node|jetstream|kv)': 'src/store/nodes/jetstream',
};

/** Pure parts of the news that several indices are made of. They hold no index of their own. */
const SHARED_NEWS = 'src/news/(burst|bylines|citations)/';

const folders = Object.entries(FOLDERS).map(([folder, allowed]) => ({
  name: `folder-${folder}`,
  comment: `src/${folder} imports only itself${allowed.length > 0 ? `, ${allowed.join(', ')}` : ''}`,
  severity: 'error',
  from: { path: `^src/${folder}/` },
  to: {
    path: '^(src|workers|bench|test)/',
    pathNot: `^src/(${[folder, ...allowed].join('|')})/`,
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
    ...folders,
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
      from: { path: '^src/(kernel|columns|search|runs|text|model)/', pathNot: '^src/kernel/place\\.ts$' },
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
      from: { path: '^src/(api|web)/' },
      to: { path: '/writer\\.ts$' },
    },
    {
      name: 'web-asks-the-api',
      comment: 'pages show what the API answers: of its folders they know the types of answers',
      severity: 'error',
      from: { path: '^src/serve/web/' },
      to: { path: '^src/(api|news|blogs)/', dependencyTypesNot: ['type-only'] },
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
        pathNot: '^src/(actor|kernel|runtime|model|log|nodes|extract|crawler|web|dumps)/|/(writer|codec)\\.ts$|^src/store/accounts/webauthn-work\\.ts$',
      },
    },
    {
      name: 'tests-are-imported-by-none',
      comment: 'tests and benchmarks are imported by none',
      severity: 'error',
      from: { path: '^(src|workers)/' },
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
