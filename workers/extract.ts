/** A thread that extracts data from documents: stateless, one document at a time. */
import type { ExtractTask } from '../src/documents/documents.js';
import { extractDocument } from '../src/documents/tasks.js';
import { takeRank } from '../src/kernel/runtime/thread-priority.js';

takeRank('derived');

export default (task: ExtractTask): unknown => extractDocument(task);
