import t from 'tap';
import type { TopicHistory } from '../../../src/blogs/topics/codec.js';
import { ACTIVE_LIMITS } from '../../../src/blogs/topics/state/vocabulary/active-set.js';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../src/kernel/clock.js';
import type { LogRecord } from '../../../src/kernel/model/records.js';
import { idOf } from './oracle.js';
import {
  blogOf,
  maskOf,
  newsOf,
  type PostEntry,
  postOf,
  revokePost,
  revokeTopic,
  tickAt,
} from './records.js';
import { TINY_TEXTS, World, type WorldOptions } from './world.js';

const NOW_MS = Date.UTC(2026, 4, 1, 4);
let nextNews = 0;

/** Two articles with the tags. */
function twice(atMs: number, ...tags: string[]): LogRecord[] {
  return [1, 2].map(() => newsOf(++nextNews, atMs, tags));
}

/** Three blogs and a set with the tags, as of `NOW_MS`. */
function worldWith(tags: string[], options: WorldOptions = {}): World {
  return new World(options).fold(
    ...[1, 2, 3].map((id) => blogOf(id)),
    ...twice(NOW_MS - HOUR_MS, ...tags),
    tickAt(NOW_MS),
  );
}

function historyOf(world: World, tag: string, nowMs = NOW_MS + 300 * DAY_MS): TopicHistory {
  const answer = world.detail(idOf(tag), nowMs);
  if (answer.found !== 'topic') throw new Error(answer.found);
  return answer.history;
}

interface Told {
  topic: { matchingStatus: string; inactiveReason: string | null; label: string };
}

function toldOf(world: World, tag: string): Told['topic'] {
  const answer = world.detail(idOf(tag), NOW_MS);
  if (answer.found !== 'topic') throw new Error(answer.found);
  return (JSON.parse(answer.frame) as Told).topic;
}

/** True when any chunk or part on disk holds the text. */
function isKept(world: World, text: string): boolean {
  const { chunks, cold } = world.snapshot();
  const form = Buffer.from(text, 'utf16le');
  return [...chunks.values(), ...cold.values()].some((bytes) => Buffer.from(bytes).includes(form));
}

t.test('terms beyond the memory budget are inactive and say so', async (t) => {
  const tags = Array.from({ length: 400 }, (_, at) => `話題${at}號長長長長長長`);
  const limits = { ...ACTIVE_LIMITS, memoryBudgetBytes: 30_000 };
  const world = worldWith(tags, { limits });
  const { activeSet } = world.ranking(NOW_MS).vocabulary;
  t.ok(activeSet!.activeTerms > 0 && activeSet!.activeTerms < 400);
  t.ok(activeSet!.estimatedBytes <= 30_000);
  t.equal(activeSet!.inactiveReasons['memory-budget'], 400 - activeSet!.activeTerms);
  const standings = tags.map((tag) => toldOf(world, tag));
  const inactive = standings.filter(({ matchingStatus }) => matchingStatus === 'inactive');
  t.equal(inactive.length, 400 - activeSet!.activeTerms);
  t.ok(inactive.every(({ inactiveReason }) => inactiveReason === 'memory-budget'));
});

t.test('a topic is shown in the spelling that most articles use', async (t) => {
  const world = new World().fold(
    newsOf(1, NOW_MS - HOUR_MS, ['nba']),
    newsOf(2, NOW_MS - HOUR_MS, ['NBA']),
    newsOf(3, NOW_MS - HOUR_MS, ['NBA']),
    newsOf(4, NOW_MS - HOUR_MS, ['Nba']),
    tickAt(NOW_MS),
  );
  t.equal(toldOf(world, 'nba').label, 'NBA');
});

t.test('a new day makes a new set of the days before it', async (t) => {
  const world = worldWith(['核四']).fold(...twice(NOW_MS, '藻礁'));
  world.fold(tickAt(NOW_MS + 10 * MINUTE_MS));
  t.equal(world.ranking(NOW_MS).vocabulary.activeSet?.activeTerms, 2, 'the pool has doubled');
  world.fold(...twice(NOW_MS + 2 * HOUR_MS, '萊豬'), tickAt(NOW_MS + 3 * HOUR_MS));
  t.equal(world.ranking(NOW_MS).vocabulary.activeSet?.activeTerms, 2, 'not before the day is over');
  world.fold(tickAt(NOW_MS + DAY_MS));
  t.equal(world.ranking(NOW_MS).vocabulary.activeSet?.activeTerms, 3);
});

t.test('a topic counts by bodies up to 2% of the articles, that share included', async (t) => {
  const ruleOf = (articles: number): string | undefined => {
    const world = worldWith(['核四']);
    // Enough blogs, and enough of each, to be listed.
    const blogs = [1, 1, 1, 2, 2, 3];
    const about = (at: number): string => (at < blogs.length ? '談核四' : '談天');
    for (let at = 0; at < articles; at++) {
      world.fold(postOf(at + 1, blogs[at] ?? 1, NOW_MS - MINUTE_MS, about(at), ''));
    }
    return world.settle().ranking(NOW_MS).items[0]?.matchingRule;
  };
  t.equal(ruleOf(300), 'title-and-body');
  t.equal(ruleOf(299), 'title-only');
});

t.test('an upstream that falls silent leaves the set in force', async (t) => {
  const world = worldWith(['核四']).fold(postOf(1, 1, NOW_MS, '談核四', ''));
  world.fold(tickAt(NOW_MS + 100 * DAY_MS));
  const { vocabulary } = world.ranking(NOW_MS + 100 * DAY_MS);
  t.equal(vocabulary.status, 'unavailable');
  t.equal(vocabulary.activeSet?.activeTerms, 1);
  t.equal(historyOf(world, '核四').confirmed, 1);
});

t.test(
  'what a term was found in is pending while it is out, and confirmed when it is back',
  async (t) => {
    const world = worldWith(['核四', '藻礁'], { texts: TINY_TEXTS });
    world.fold(
      postOf(1, 1, NOW_MS, '談核四', `也談藻礁${'。'.repeat(80)}`),
      postOf(2, 2, NOW_MS, '藻礁', ''),
    );
    world.fold(...twice(NOW_MS + 95 * DAY_MS, '藻礁'), tickAt(NOW_MS + 96 * DAY_MS)).settle();
    t.match(historyOf(world, '核四'), { confirmed: 0, pending: 1, total: 1 });
    t.match(historyOf(world, '藻礁'), { confirmed: 2, pending: 0, total: 2 });
    world.snapshot();
    world.fold(...twice(NOW_MS + 96 * DAY_MS, '核四'), tickAt(NOW_MS + 97 * DAY_MS));
    t.match(historyOf(world, '核四'), { confirmed: 0, pending: 1 }, 'its text lies on disk');
    t.ok(world.writer.wanted.length > 0);
    world.settle();
    t.match(historyOf(world, '核四'), { confirmed: 1, pending: 0 });
  },
);

t.test(
  'a title that changes while the body lies on disk is matched at once, the body later',
  async (t) => {
    const world = worldWith(['核四', '藻礁'], { texts: TINY_TEXTS });
    const first = postOf(1, 1, NOW_MS, '無題', `藻礁${'。'.repeat(80)}`);
    world.fold(first).settle();
    world.snapshot();
    world.fold({ record: { ...first.record, title: '談核四' }, body: null });
    t.match(historyOf(world, '核四'), { confirmed: 1 });
    t.match(historyOf(world, '藻礁'), { confirmed: 0, pending: 1 });
    const again = world.snapshot();
    world.restart(again);
    t.match(historyOf(world, '藻礁'), { confirmed: 0, pending: 1 }, 'a restart changes nothing');
    world.settle();
    t.match(historyOf(world, '藻礁'), { confirmed: 1, pending: 0 });
    t.match(historyOf(world, '核四'), { confirmed: 1, pending: 0, total: 1 });
  },
);

t.test('a part that is lost costs what was only in it, and no more', async (t) => {
  const world = worldWith(['核四', '藻礁'], { texts: TINY_TEXTS });
  const first = postOf(1, 1, NOW_MS, '無題', `藻礁${'。'.repeat(80)}`);
  world.fold(first).settle();
  world.snapshot();
  world.stored.clear();
  world.fold({ record: { ...first.record, title: '談核四' }, body: null }).settle();
  t.match(historyOf(world, '核四'), { confirmed: 1 });
  t.match(historyOf(world, '藻礁'), { confirmed: 0, pending: 1 });
});

t.test('what is erased is in no chunk and in no part, in no older version either', async (t) => {
  for (const texts of [undefined, TINY_TEXTS]) {
    const world = worldWith(['核四'], texts === undefined ? {} : { texts });
    const long = '。'.repeat(80);
    world.fold(
      postOf(1, 1, NOW_MS, '談核四', `秘密甲${long}`),
      postOf(2, 2, NOW_MS, '談核四', `留下來${long}`),
    );
    world.snapshot();
    world.fold(postOf(1, 1, NOW_MS, '談核四', `秘密乙${long}`));
    world.snapshot();
    t.ok(isKept(world, '秘密乙'));
    world.fold(maskOf('erase', 'post', 'url', 1, NOW_MS)).settle();
    t.notOk(isKept(world, '秘密乙'));
    t.notOk(isKept(world, '秘密甲'));
    t.ok(isKept(world, '留下來'));
    t.equal(historyOf(world, '核四').total, 1);
    world.fold(maskOf('erase', 'blog', 'blog-2')).settle();
    t.notOk(isKept(world, '留下來'));
  }
});

t.test('texts leave half a year after their week', async (t) => {
  for (const texts of [undefined, TINY_TEXTS]) {
    const world = worldWith(['核四'], texts === undefined ? {} : { texts });
    world.fold(postOf(1, 1, NOW_MS, '題', `留一陣子${'。'.repeat(80)}`)).settle();
    t.ok(isKept(world, '留一陣子'));
    const late = NOW_MS + 188 * DAY_MS;
    world.fold(...twice(late - DAY_MS, '核四'), tickAt(late)).settle();
    t.notOk(isKept(world, '留一陣子'));
    world.fold(postOf(2, 1, NOW_MS, '談核四', '很舊的文章'));
    t.notOk(isKept(world, '很舊的文章'), 'what is too old when it comes is matched and not kept');
    t.equal(historyOf(world, '核四').confirmed, 1);
  }
});

t.test('masks and revocations of what is not known change nothing', async (t) => {
  const world = new World().fold(
    maskOf('hide', 'post', 'url', 77, NOW_MS),
    maskOf('erase', 'post', 'url', 78, NOW_MS),
    maskOf('show', 'blog', 'nobody'),
    maskOf('erase', 'blog', 'nobody'),
    maskOf('hide', 'news', 'url', 79, NOW_MS),
    maskOf('hide', 'media', 'nobody'),
    maskOf('erase', 'post', 'url'),
    revokeTopic('tag:nothing'),
    revokeTopic('no id at all'),
    revokePost(80),
    postOf(1, 9, NOW_MS, '談核四', ''),
  );
  t.same(world.ranking(NOW_MS).items, []);
  t.same(world.detail('tag:核四', NOW_MS), { found: 'nothing' });
});

t.test('a post that moves in time or to another blog moves in the windows', async (t) => {
  const world = worldWith(['核四']);
  const first = postOf(1, 1, NOW_MS - HOUR_MS, '談核四', '');
  world.fold(first);
  const blogsOf = (hours: number): string[] => {
    const answer = world.detail(idOf('核四'), NOW_MS, hours);
    if (answer.found !== 'topic') throw new Error(answer.found);
    return (JSON.parse(answer.frame) as { blogs: { slug: string }[] }).blogs.map(
      ({ slug }) => slug,
    );
  };
  t.same(blogsOf(168), ['blog-1']);
  const sortMs = NOW_MS - 20 * DAY_MS;
  world.fold({
    record: { ...first.record, blog: 'blog-2', sortMs, publishedMs: sortMs },
    body: null,
  });
  t.same(blogsOf(168), []);
  t.same(blogsOf(720), ['blog-2']);
});

t.test('a body of 200,000 code points, and one of odd ones', async (t) => {
  const world = worldWith(['核四', '😀舞', '末了']);
  const long = `${'一二三四五六七八九十'.repeat(19_999)}核四，末了`;
  world.fold(
    postOf(1, 1, NOW_MS, '題', long),
    postOf(2, 1, NOW_MS, '\ud83d', '\udc00😀舞\0核\u200b四'),
  );
  t.equal(historyOf(world, '末了').confirmed, 1);
  t.equal(historyOf(world, '核四').confirmed, 1);
  t.equal(historyOf(world, '😀舞').confirmed, 1);
});

t.test('the same entries give the same chunks', async (t) => {
  const entries: (LogRecord | PostEntry)[] = [
    ...[1, 2, 3].map((id) => blogOf(id, { category: '核四' })),
    ...[1, 2, 3].map((id) => newsOf(id, NOW_MS - HOUR_MS, ['核四', 'NBA', '藻礁'])),
    tickAt(NOW_MS),
    ...[1, 2, 3, 4].map((id) =>
      postOf(id, 1 + (id % 3), NOW_MS - id * HOUR_MS, '談核四', 'nba', { labels: ['藻礁'] }),
    ),
    maskOf('hide', 'post', 'url', 2, NOW_MS - 2 * HOUR_MS),
    revokePost(3),
    tickAt(NOW_MS + DAY_MS),
  ];
  const [one, other] = [1, 2].map(() => new World().fold(...entries).snapshot());
  t.same([...one!.chunks.keys()], [...other!.chunks.keys()]);
  for (const [name, bytes] of one!.chunks) t.same(bytes, other!.chunks.get(name), name);
});

t.test('a large set is built in pieces, and matching goes on with the one before', async (t) => {
  const world = worldWith(['核四']).fold(postOf(1, 1, NOW_MS, '談核四與詞彙7號', ''));
  const words = Array.from({ length: 200_500 }, (_, at) => `詞彙${at}號`);
  for (let from = 0; from < words.length; from += 500) {
    world.fold(...twice(NOW_MS + HOUR_MS, '核四', ...words.slice(from, from + 500)));
  }
  world.fold(tickAt(NOW_MS + DAY_MS));
  t.ok(world.writer.canCompact);
  const setOf = (): number => world.ranking(NOW_MS).vocabulary.activeSet!.activeTerms;
  t.equal(setOf(), 1, 'the set before is in force');
  world.fold(postOf(2, 2, NOW_MS, '又談核四與詞彙8號', ''));
  t.equal(historyOf(world, '核四').confirmed, 2);
  world.idle().settle();
  t.equal(setOf(), 200_501);
  t.equal(historyOf(world, '詞彙7號').confirmed, 1);
  t.equal(historyOf(world, '詞彙8號').confirmed, 1, 'what came meanwhile is matched again');
  t.ok(
    world.ranking(NOW_MS).vocabulary.activeSet!.estimatedBytes < ACTIVE_LIMITS.memoryBudgetBytes,
  );
});

t.test('a snapshot and a tick find a set that is still being built', async (t) => {
  for (const end of ['snapshot', 'tick'] as const) {
    const world = worldWith(['核四']);
    const words = Array.from({ length: 200_500 }, (_, at) => `詞彙${at}號`);
    for (let from = 0; from < words.length; from += 500) {
      world.fold(...twice(NOW_MS + HOUR_MS, '核四', ...words.slice(from, from + 500)));
    }
    world.fold(tickAt(NOW_MS + DAY_MS));
    if (end === 'snapshot') world.restart(world.snapshot());
    else world.fold(tickAt(NOW_MS + DAY_MS + 10 * MINUTE_MS));
    t.equal(world.ranking(NOW_MS).vocabulary.activeSet!.activeTerms, 200_501, end);
  }
});

t.test('a text that changes with every visit does not fill the memory', async (t) => {
  const world = worldWith(['核四', '藻礁']).fold(postOf(2, 2, NOW_MS, '談核四', ''));
  for (let day = 1; day <= 30; day++) {
    for (let visit = 0; visit < 20; visit++) {
      const title = visit === 7 && day === 3 ? '談核四與藻礁' : '談核四';
      world.fold(postOf(1, 1, NOW_MS, title, `第${day}天第${visit}次`));
    }
    world.fold(
      ...twice(NOW_MS + (day - 1) * DAY_MS, '核四', '藻礁'),
      tickAt(NOW_MS + day * DAY_MS),
    );
    t.ok(world.reader.figures.rows! <= 24, `${world.reader.figures.rows} rows on day ${day}`);
  }
  t.match(historyOf(world, '核四'), { confirmed: 2, pending: 0, total: 2 });
  t.match(historyOf(world, '藻礁'), { confirmed: 0, pending: 1, total: 1 }, 'nothing is forgotten');
  const { matchedPosts } = world.ranking(NOW_MS + 30 * DAY_MS, 2160).coverage;
  t.equal(matchedPosts, 2);
});
