/** Rules of the contract and decisions about media topics, one by one. */
import t from 'tap';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../src/kernel/clock.js';
import type {
  LogRecord,
  PortalItemRecord,
  PortalStory,
} from '../../../src/kernel/model/records.js';
import type { Topic } from '../../../src/news/portals/answers/topic-lists.js';
import { mediaMaskOf, newsOf } from '../catalog/records.js';
import { checkOf, itemOf, storyOf, tickOf } from './records.js';
import { World } from './world.js';

const NOW_MS = Date.UTC(2026, 2, 10, 4);

/** The item as it is after these records of it. */
function after(nowMs: number, ...history: Partial<PortalItemRecord>[]): Topic {
  const world = new World();
  for (const fields of history) world.fold(itemOf(1, 'a', fields)).cut();
  return world.reader.lists(nowMs).all[0]!;
}

function stories(...dates: (number | null)[]): { stories: PortalStory[] } {
  return { stories: dates.map((dateMs, at) => storyOf('a', at, dateMs)) };
}

t.test('the kind is as declared, otherwise judged from the stories (decision 27e)', async (t) => {
  const auto = { itemKind: 'auto' as const };
  const span = (ms: number) => ({ ...auto, ...stories(NOW_MS - ms, NOW_MS) });
  t.equal(after(NOW_MS, span(14 * DAY_MS)).kind, 'feature');
  t.equal(after(NOW_MS, span(14 * DAY_MS + 1)).kind, 'topic');
  t.equal(after(NOW_MS, { ...auto, ...stories(null, null) }).kind, 'feature');
  t.equal(
    after(NOW_MS, { itemKind: 'feature', ...stories(NOW_MS - 20 * DAY_MS, NOW_MS) }).kind,
    'feature',
  );
  const first = { ...auto, ...stories(NOW_MS, NOW_MS) };
  t.equal(after(NOW_MS, first, { ...auto, ...stories(NOW_MS) }).kind, 'feature', 'it shrank');
  const grown = { ...auto, ...stories(NOW_MS, NOW_MS, NOW_MS) };
  t.equal(after(NOW_MS, first, grown).kind, 'topic', 'a story came after first sight');
  t.equal(after(NOW_MS, first, grown, first).kind, 'topic', 'and has gone since');
  t.equal(after(NOW_MS, auto, first).kind, 'feature', 'the first list came with the second visit');
  t.equal(after(NOW_MS, auto, first, grown).kind, 'topic');
});

t.test('stories dated ahead of their time are not there yet', async (t) => {
  const late = stories(NOW_MS - HOUR_MS, NOW_MS + 10 * MINUTE_MS + 1);
  t.match(after(NOW_MS, late), {
    storyFirstMs: NOW_MS - HOUR_MS,
    storyLastMs: NOW_MS - HOUR_MS,
    updatedMs: NOW_MS - HOUR_MS,
  });
  t.equal(after(NOW_MS, late).item.storyCount, 2);
  const dayMs = NOW_MS + 10 * MINUTE_MS + 1;
  t.equal(after(NOW_MS + 1, late).storyLastMs, dayMs, 'an article may be ten minutes ahead, too');
  t.match(after(NOW_MS, stories(NOW_MS + DAY_MS)), { storyFirstMs: null, storyLastMs: null });
});

t.test('one reader tells every moment right, whichever is asked for first', async (t) => {
  const { reader } = new World().fold(itemOf(1, 'a', stories(NOW_MS, NOW_MS + DAY_MS))).cut();
  const tell = (nowMs: number) => {
    const { storyLastMs, isEnded } = reader.lists(nowMs).all[0]!;
    return [storyLastMs, isEnded];
  };
  const endMs = NOW_MS + 91 * DAY_MS;
  for (const round of [0, 1]) {
    t.strictSame(tell(NOW_MS), [NOW_MS, false], `round ${round}`);
    t.strictSame(tell(endMs + 1), [NOW_MS + DAY_MS, true]);
    t.strictSame(tell(endMs), [NOW_MS + DAY_MS, false]);
    t.strictSame(tell(NOW_MS + DAY_MS), [NOW_MS + DAY_MS, false]);
    t.strictSame(tell(NOW_MS - HOUR_MS), [null, false]);
  }
});

t.test('backlog: what the first visit that read anything has found', async (t) => {
  const backlogs = (...checks: LogRecord[]): boolean[] => {
    const world = new World().fold(...checks);
    const seen = [0, 29 * MINUTE_MS, 31 * MINUTE_MS, HOUR_MS, 3 * HOUR_MS];
    world.fold(...seen.map((ms, at) => itemOf(at + 1, 'a', { observedMs: NOW_MS + ms })));
    const { all } = world.cut().reader.lists(NOW_MS + DAY_MS);
    return seen.map((_, at) => all.find(({ item }) => item.number === at + 1)!.backlog);
  };
  const ok = checkOf('a', NOW_MS);
  t.strictSame(backlogs(ok), [true, true, false, false, false]);
  t.strictSame(backlogs(ok, checkOf('a', NOW_MS + HOUR_MS)), [true, true, false, false, false]);
  const failed = checkOf('a', NOW_MS, { status: 'failed' });
  const next = checkOf('a', NOW_MS + HOUR_MS, { status: 'partial' });
  t.strictSame(backlogs(failed, next), [true, true, true, true, false], 'a failure reads nothing');
  t.strictSame(backlogs(), [true, true, false, false, false], 'without checks, the first sight');
});

t.test('the page of first sight decides, not where an item stands later', async (t) => {
  const fresh = { observedMs: NOW_MS + DAY_MS };
  const world = new World().fold(checkOf('a', NOW_MS));
  world.fold(itemOf(1, 'a', { ...fresh, listPage: 2 }), itemOf(2, 'a', { ...fresh, listPage: 3 }));
  world.fold(itemOf(1, 'a', { ...fresh, listPage: 9 }), itemOf(2, 'a', { ...fresh, listPage: 1 }));
  const { all } = world.cut().reader.lists(NOW_MS + DAY_MS);
  t.strictSame(
    all.map(({ item, backlog }) => [item.number, backlog]),
    [
      [1, false],
      [2, true],
    ],
  );
});

t.test('sub-topics: below the top of a chain, never lost in a ring', async (t) => {
  const world = new World();
  const parents = [null, '1', '2', '3', '6', '5', '7', 'unknown'];
  world.fold(...parents.map((parentId, at) => itemOf(at + 1, 'a', { parentId })));
  world.fold(itemOf(9, 'b', { parentId: '1' }));
  const lists = world.cut().reader.lists(NOW_MS);
  const below = lists.all
    .filter(({ parent }) => parent === null)
    .map((topic) => [topic.item.number, lists.childrenOf(topic).map(({ item }) => item.number)]);
  t.strictSame(
    below.sort(([a], [b]) => Number(a) - Number(b)),
    [
      [1, [4, 3, 2]],
      [5, [6]],
      [7, []],
      [8, []],
      [9, []],
    ],
  );
});

t.test('a long chain of sub-topics costs no more than its length', async (t) => {
  const world = new World();
  const length = 20_000;
  for (let number = 1; number <= length; number++) {
    world.fold(itemOf(number, 'a', { parentId: number === length ? null : String(number + 1) }));
  }
  const lists = world.cut().reader.lists(NOW_MS);
  const top = lists.all.filter(({ parent }) => parent === null);
  t.equal(top.length, 1);
  t.equal(lists.childrenOf(top[0]!).length, length - 1);
});

t.test('coverage stops at 500 articles, the newest ones, whoever floods', async (t) => {
  const world = new World().fold(itemOf(1, 'a', { title: '颱風' }));
  for (let id = 1; id <= 499; id++)
    world.fold(newsOf(id, 'flood', NOW_MS - id, { tags: ['颱風'] }));
  const count = () => world.coverage([1], NOW_MS)[0]!;
  t.match(count(), { count: 499, mediaCount: 1 });
  world.fold(newsOf(1000, 'old', NOW_MS - DAY_MS, { tags: ['颱風'] }));
  t.match(count(), { count: 500, mediaCount: 2 });
  world.fold(newsOf(1001, 'flood', NOW_MS - 1, { tags: ['颱風'] }));
  t.match(count(), {
    count: 500,
    mediaCount: 1,
    latest: [{ id: 1001 }, { id: 1 }, { id: 2 }],
  });
});

t.test('an article with several tags of a topic counts once', async (t) => {
  const world = new World().fold(
    itemOf(1, 'a', { title: '颱風與停班' }),
    newsOf(1, 'a', NOW_MS - 1, { tags: ['颱風', '停班'] }),
    newsOf(2, 'a', NOW_MS - 2, { tags: ['停班'] }),
  );
  t.match(world.coverage([1], NOW_MS), [{ tags: ['颱風', '停班'], count: 2 }]);
});

t.test('tags of a page: common to the own articles on it, four in five', async (t) => {
  const page = (...tags: string[][]) => {
    const world = new World();
    const listed = tags.map((_, at) => storyOf('a', at + 1));
    world.fold(itemOf(1, 'a', { title: '無題', stories: listed }));
    world.fold(...tags.map((own, at) => newsOf(at + 1, 'a', NOW_MS - DAY_MS, { tags: own })));
    return world.coverage([1], NOW_MS)[0]?.tags ?? null;
  };
  t.strictSame(page(['颱風', '花蓮'], ['颱風', '台東']), ['颱風']);
  t.equal(page(['颱風', '花蓮']), null, 'one article has nothing in common');
  t.equal(page(['颱風'], ['颱風'], ['花蓮']), null);
  t.strictSame(page(['颱風'], ['颱風'], ['颱風'], ['颱風'], ['花蓮']), ['颱風']);
  t.strictSame(page(['颱風'], ['颱風'], [], []), ['颱風'], 'articles without tags say nothing');
  t.equal(page(['水'], ['水']), null, 'single characters do not count here either');
  const many = ['甲乙', '丙丁', '戊己', '庚辛', '壬癸', '子丑'];
  t.equal(page(many, many)!.length, 5);
});

t.test(
  "articles of other media on a page, and the page's unknown ones, do not count",
  async (t) => {
    const world = new World().fold(
      itemOf(1, 'a', {
        title: '無題',
        stories: [storyOf('a', 1), storyOf('b', 2), storyOf('a', 3)],
      }),
      newsOf(1, 'a', NOW_MS - 1, { tags: ['颱風'] }),
      newsOf(2, 'b', NOW_MS - 1, { tags: ['颱風'] }),
    );
    t.strictSame(world.coverage([1], NOW_MS), [null]);
  },
);

t.test('a tag leaves service with its last article, a month later', async (t) => {
  const world = new World().fold(
    itemOf(1, 'a', { title: '颱風' }),
    newsOf(1, 'a', NOW_MS, { tags: ['颱風'] }),
  );
  const tags = () => world.cut().reader.lists(NOW_MS).all[0]!.item.tags;
  t.strictSame(tags(), ['颱風']);
  world.fold(tickOf(NOW_MS + 31 * DAY_MS));
  t.strictSame(tags(), ['颱風']);
  world.fold(tickOf(NOW_MS + 32 * DAY_MS));
  t.strictSame(tags(), []);
  world.fold(newsOf(2, 'a', NOW_MS, { tags: ['颱風'] }));
  t.strictSame(tags(), [], 'a record from before the window comes too late');
});

t.test('nothing of an erased media stays', async (t) => {
  const world = new World().fold(
    itemOf(1, 'a', { title: '颱風' }),
    itemOf(2, 'b', { title: '颱風' }),
    checkOf('a', NOW_MS),
    newsOf(1, 'a', NOW_MS, { tags: ['颱風'] }),
    mediaMaskOf('erase', 'a'),
  );
  const { reader } = world.cut();
  t.strictSame([reader.tracks('a'), reader.tracks('b')], [false, true]);
  t.strictSame(
    reader.lists(NOW_MS).all.map(({ item }) => [item.number, [...item.tags]]),
    [[2, []]],
  );
  t.notMatch(
    JSON.stringify(world.snapshot().chunks.map(({ bytes }) => Buffer.from(bytes).toString())),
    /topics\/1/,
  );
  t.strictSame(world.coverage([1], NOW_MS), [null], 'who asks for it is told nothing');
});

t.test('masks of what is not known change nothing until it comes', async (t) => {
  const world = new World().fold(
    mediaMaskOf('hide', 'b'),
    { kind: 'hide', target: 'news', key: 'x', id: 7, sortMs: NOW_MS },
    { kind: 'hide', target: 'post', key: 'x', id: 8, sortMs: NOW_MS },
    itemOf(1, 'a', { title: '颱風' }),
    newsOf(7, 'a', NOW_MS - 1, { tags: ['颱風'] }),
    newsOf(9, 'b', NOW_MS - 1, { tags: ['颱風'] }),
  );
  t.strictSame(world.coverage([1], NOW_MS), [null]);
  world.fold(newsOf(8, 'a', NOW_MS - 1, { tags: ['颱風'] }));
  t.match(world.coverage([1], NOW_MS), [{ count: 1 }]);
  world.fold(mediaMaskOf('show', 'b'));
  t.match(world.coverage([1], NOW_MS), [{ count: 2 }]);
});

t.test('a restored writer refuses chunks that it never made', async (t) => {
  const { writer } = new World();
  t.throws(() => writer.restore('nonsense-1', new Uint8Array(1)), /no chunk/);
  t.throws(() => writer.chunk('nonsense-1'), /part of the plan/);
});
