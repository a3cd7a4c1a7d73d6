/** The thread that derives tags for the log's thread; it learns from tags and titles of outlets. */
import { workerData } from 'node:worker_threads';
import { takeRank } from '../src/kernel/runtime/thread-priority.js';
import { Tagging } from '../src/store/log/tagging.js';
import type { TaggedArticles, Told } from '../src/store/log/told.js';
import { withLanguages } from '../src/store/log/written-language.js';

takeRank('searched');

const tagging = new Tagging((workerData as { noise: readonly string[] }).noise);

export default (told: Told): Promise<TaggedArticles> => withLanguages(tagging.answer(told));
