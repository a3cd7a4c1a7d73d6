/**
 * Runs the benchmarks, or those named: `npm run bench -- page ingest`.
 */
const BENCHMARKS = [
  'page',
  'answers',
  'ingest',
  'memory',
  'catalog-fold',
  'media',
  'history',
  'matcher',
  'topics',
] as const;

const named = process.argv.slice(2);
for (const name of named.length > 0 ? named : BENCHMARKS) {
  if (!(BENCHMARKS as readonly string[]).includes(name)) {
    console.error(`no benchmark ${name}; there are ${BENCHMARKS.join(', ')}`);
    process.exit(2);
  }
  console.log(`\n== ${name}`);
  const { run } = (await import(`./${name}.js`)) as { run(): Promise<void> };
  await run();
}
