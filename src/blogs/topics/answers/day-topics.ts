/**
 * All terms that stand in the articles of a period, a bounded part at a time.
 *
 * Invariants: only terms that are matched now, in articles as they are now, of blogs that are shown; an
 * article that stays is told once.
 */
import type { TopicBlogs } from '../blogs.js';
import type { DayTopic, DayTopics, TopicsDayQuestion } from '../codec.js';
import { IN_BODY, IN_TITLE } from '../matching/evidence.js';
import type { Findings } from '../matching/findings.js';

export function dayTopicsOf(
  { posts, byVersion, vocabulary }: Findings,
  blogs: TopicBlogs,
  { fromMs, untilMs, afterId, articlesMax }: TopicsDayQuestion,
): DayTopics {
  const topics: DayTopic[] = [];
  const { times } = posts;
  let articles = 0;
  for (let id = afterId + 1; id < posts.idsEnd; id++) {
    const sortMs = times[id]!;
    if (!(sortMs >= fromMs && sortMs < untilMs) || !posts.has(id)) continue;
    if (!posts.isPublic(id) || posts.isRevoked(id) || !blogs.isShown(posts.blogs[id]!)) continue;
    if (articles === articlesMax) return { topics, nextId: id - 1 };
    articles += 1;
    byVersion.each(posts.versionOf(id), (term, bits) => {
      if (!vocabulary.isActive(term)) return;
      topics.push({
        ...{ id, sortMs },
        topicId: vocabulary.idOf(term),
        topic: vocabulary.labelOf(term),
        inTitle: (bits & IN_TITLE) !== 0,
        inBody: (bits & IN_BODY) !== 0,
      });
    });
  }
  return { topics, nextId: null };
}
