/** The thread that derives tags: it knows what outlets and titles say, and the log's thread asks it. */
import { workerData } from 'node:worker_threads';
import { AfterWork } from '../src/kernel/runtime/garbage.js';
import { takeRank } from '../src/kernel/runtime/thread-priority.js';
import { Tagging } from '../src/store/log/tagging.js';
import type { TaggedArticles, Told } from '../src/store/log/told.js';
import { withLanguages } from '../src/store/log/written-language.js';

takeRank('searched');

const tagging = new Tagging((workerData as { noise: readonly string[] }).noise);

/** About what is made of a title or a list of tags. */
const TEXT_BYTES = 200;
const work = new AfterWork();

export default (told: Told): Promise<TaggedArticles> => {
  work.add(told.bodies.byteLength + TEXT_BYTES * told.texts.length);
  return withLanguages(tagging.answer(told));
};
