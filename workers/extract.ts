/** A thread that takes documents apart: stateless, one document at a time. */
import type { ExtractTask } from '../src/extract/documents.js';
import { extractDocument } from '../src/extract/tasks.js';
import { takeRank } from '../src/runtime/thread-priority.js';

takeRank('derived');

export default (task: ExtractTask): unknown => extractDocument(task);
