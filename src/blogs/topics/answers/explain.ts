/** Explains step by step why a topic has its rank or is not listed. The judgement is that of ranking.ts. */

import type { ExplainAnswer, ExplainQuestion, ExplainStep } from '../codec.js';
import type { TopicBlogs } from '../state/blogs.js';
import type { Findings } from '../state/matching/findings.js';
import { standingOf } from './detail.js';
import { BACKGROUND, DOCUMENT_FREQUENCY, GATE, MINIMUM_BLOGS } from './policy.js';
import { Judge, type Judgement } from './ranking.js';
import { TopicsView } from './view.js';

export type ExplainRequest = Omit<ExplainQuestion, 'type' | 'nowMs'> & { nowMs: number };

export function explainTopic(
  findings: Findings,
  blogs: TopicBlogs,
  { id, hours, nowMs }: ExplainRequest,
): ExplainAnswer {
  const { vocabulary } = findings;
  const term = vocabulary.resolve(id);
  if (term < 0) {
    const step = { rule: 'id', finding: `${id} names no term that is known`, holds: false };
    return { id: null, label: null, nowMs, steps: [step], refusal: 'unknown', rank: null };
  }
  const view = new TopicsView(findings.posts, blogs, hours, nowMs);
  const judge = new Judge(findings, blogs, view);
  const { listed } = judge.rank(Number.POSITIVE_INFINITY);
  const judgement = judge.judge(term);
  const place = listed.findIndex((candidate) => candidate.term === term);
  const steps = [
    vocabularyStep(findings, term),
    matchStep(judgement, view),
    frequencyStep(judgement, view),
    ...scoreSteps(judge, blogs, judgement),
    ...gateSteps(judgement, view, judge),
    {
      rule: 'place',
      finding:
        place < 0
          ? `not among the ${listed.length} listed topics`
          : `number ${place + 1} of ${listed.length}, by score, blogs, articles, then code points`,
      holds: place >= 0,
    },
  ];
  return {
    id: vocabulary.idOf(term),
    label: vocabulary.labelOf(term),
    nowMs,
    steps,
    refusal: judgement.refusal,
    rank: place < 0 ? null : place + 1,
  };
}

function vocabularyStep(findings: Findings, term: number): ExplainStep {
  const { vocabulary } = findings;
  const { matchingStatus, excludedReason, inactiveReason } = standingOf(findings, term);
  const reason = excludedReason ?? inactiveReason;
  const articles = vocabulary.countOf(term);
  const set = vocabulary.set === 0 ? 'no set yet' : `set ${vocabulary.set}`;
  const why = reason === null ? '' : ` (${reason})`;
  return {
    rule: 'vocabulary',
    finding: `${articles} news articles carry it; ${matchingStatus}${why}; ${set}`,
    holds: matchingStatus === 'active',
  };
}

function matchStep({ titlePosts, bodyPosts }: Judgement, view: TopicsView): ExplainStep {
  return {
    rule: 'matches',
    finding: `${titlePosts} articles of the last ${view.hours} hours have it in the title, ${bodyPosts} in the body only, of ${view.windowPosts} public ones`,
    holds: titlePosts + bodyPosts > 0,
  };
}

function frequencyStep(
  { titlePosts, bodyPosts, isFrequent }: Judgement,
  view: TopicsView,
): ExplainStep {
  const share = view.windowPosts === 0 ? 0 : (titlePosts + bodyPosts) / view.windowPosts;
  const limit = percent(DOCUMENT_FREQUENCY);
  return {
    rule: 'document frequency',
    finding: isFrequent
      ? `${percent(share)} of the articles, more than ${limit}: only titles score`
      : `${percent(share)} of the articles, at most ${limit}: titles and bodies score`,
    holds: !isFrequent,
  };
}

const BLOGS_SHOWN = 10;

function scoreSteps(judge: Judge, blogs: TopicBlogs, judgement: Judgement): ExplainStep[] {
  const { isFrequent, score } = judgement;
  const rows = [...judge.touched.subarray(0, judge.touchedCount)].map((blog) => ({
    slug: blogs.byId(blog)?.slug ?? String(blog),
    titles: judge.titles[blog]!,
    bodies: isFrequent ? 0 : judge.bodies[blog]!,
  }));
  const counted = rows
    .filter(({ titles, bodies }) => titles + bodies > 0)
    .sort((a, b) => b.titles + b.bodies - a.titles - a.bodies);
  const shown = counted.slice(0, BLOGS_SHOWN).map(
    ({ slug, titles, bodies }): ExplainStep => ({
      rule: 'contribution',
      finding: `${slug}: ${titles} in titles, ${bodies} in bodies`,
      holds: true,
    }),
  );
  const more = counted.length - shown.length;
  const finding = `score ${score}${more > 0 ? `, ${more} more blogs among them` : ''}`;
  return [...shown, { rule: 'score', finding, holds: score > 0 }];
}

function gateSteps(judgement: Judgement, view: TopicsView, judge: Judge): ExplainStep[] {
  const { blogs, gateBlogs, twiceBlogs, peakPosts, pastPosts, pastTitles } = judgement;
  const gate = [
    step(
      'blogs',
      `${blogs} blogs whose articles score, at least ${MINIMUM_BLOGS} to be listed`,
      blogs >= MINIMUM_BLOGS,
    ),
    step('broad gate', `${gateBlogs} blogs, at least ${GATE.sources}`, gateBlogs >= GATE.sources),
    step(
      'broad gate',
      `${twiceBlogs} blogs with two articles, at least ${GATE.twiceSources}`,
      twiceBlogs >= GATE.twiceSources,
    ),
    step(
      'broad gate',
      `${peakPosts} articles of one blog at most, ${GATE.peakPosts} are needed`,
      peakPosts >= GATE.peakPosts,
    ),
  ];
  if (view.baseline === null) {
    return [...gate, step('background', 'no baseline of seven days: the rule is skipped', true)];
  }
  const share = `${pastTitles} of ${pastPosts} earlier articles have it in the title`;
  if (pastPosts < BACKGROUND.baselinePosts) {
    return [...gate, step('background', `${share}: too few, the rule is skipped`, true)];
  }
  if (!judge.asksForNatives(judgement)) {
    return [...gate, step('background', `${share}: at least a third`, true)];
  }
  const native = judge.nativeBlogs(judgement.term);
  const finding = `${share}, under a third; ${native} blogs label it themselves, ${BACKGROUND.nativeBlogs} are needed`;
  return [...gate, step('background', finding, native >= BACKGROUND.nativeBlogs)];
}

function step(rule: string, finding: string, holds: boolean): ExplainStep {
  return { rule, finding, holds };
}

function percent(share: number): string {
  return `${Number((100 * share).toFixed(3))}%`;
}
