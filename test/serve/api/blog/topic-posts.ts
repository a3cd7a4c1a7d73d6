/** Lines of posts around an instant, and the ids of topics. */
import { createHash } from 'node:crypto';
import { isoOf } from '../../../../src/kernel/clock.js';

/** Id of the topic of a term. */
export function topicIdOf(key: string): string {
  return `tag:${createHash('sha256').update(key).digest('hex')}`;
}

/** Gives lines of posts, each with an address of its own, that came out some time before `nowMs`. */
export function postsBefore(nowMs: number) {
  let next = 0;
  return (blog: string, agoMs: number, title: string, body: string, fields = {}): object => {
    next += 1;
    const url = `https://${blog}.example/${next}`;
    const publishedAt = isoOf(nowMs - agoMs);
    return {
      kind: 'post',
      blog,
      url,
      title,
      body,
      publishedAt,
      observedAt: publishedAt,
      ...fields,
    };
  };
}
