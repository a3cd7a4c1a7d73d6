/** Which test files run, and in which order. */

/** Ends the name of a file that only `npm run test:all` runs, before `.test.js`. */
const ALL = '.all.test.js';

/**
 * Files that need a process of their own: a process keeps for good which HTTP server it loaded, and that it is a
 * server whose socket commands wait for.
 */
const ALONE = [
  'serve/api/fallback',
  'serve/api/fallback.all',
  'app/ingest/starting-server',
  'app/cli/dump',
  'serve/http/choose-server',
  'serve/http/fallback',
  'serve/http/fallback.all',
  'store/log/broken-input',
];

/** Files whose servers have their threads in the test's own one: a process has all of them so, or none. */
const THREADS_HERE = /threads-here\.js'/;

/** Files that take longest begin first, so that none of them is left over at the end. */
const DEAREST = [
  'serve/web/pages/pages',
  'crawler/hostile-bytes',
  'crawler/hostile-contents',
  'store/follower/hostile',
  'serve/api/attack',
  'serve/api/fallback',
  'serve/web/people',
  'torture/nodes',
  'serve/streams/stream',
  'store/backup/serving',
  'torture/actors',
  'news/similarity/floods',
  'app/history',
  'app/cli/demo',
  'crawler/local-web/crawl',
  'torture/kill-commands',
  'serve/api/news/news',
  'serve/web/people-walk',
  'app/acknowledgement',
  'engine/actor/silence',
];

/**
 * @param paths of all compiled test files, from the folder of tests
 * @param words only files whose path contains one of them; all where there is none
 * @param isAll also those that `npm test` leaves out
 */
export function chosenTests(
  paths: readonly string[],
  words: readonly string[],
  isAll: boolean,
): string[] {
  return paths
    .filter((path) => isAll || !path.endsWith(ALL))
    .filter((path) => words.length === 0 || words.some((word) => path.includes(word)))
    .sort((a, b) => rankOf(a) - rankOf(b) || (a < b ? -1 : 1));
}

function rankOf(path: string): number {
  const rank = DEAREST.findIndex((name) => path === `${name}.test.js`);
  return rank < 0 ? DEAREST.length : rank;
}

/**
 * @param files from the folder of tests
 * @param textOf the compiled text of a file
 * @returns the files by the processes that may run them, in their order: files of one list can share one
 */
export function batchesOf(files: readonly string[], textOf: (file: string) => string): string[][] {
  const here: string[] = [];
  const others: string[] = [];
  const alone: string[][] = [];
  for (const file of files) {
    if (ALONE.includes(file.replace('.test.js', ''))) alone.push([file]);
    else (THREADS_HERE.test(textOf(file)) ? here : others).push(file);
  }
  return [...alone, others, here];
}
