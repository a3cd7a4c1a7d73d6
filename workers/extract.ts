/** A thread that takes documents apart: stateless, one document at a time. */
import { takeRank } from '../src/actor/priority.js';
import type { ExtractTask } from '../src/extract/documents.js';
import { extractDocument } from '../src/extract/tasks.js';

takeRank('derived');

export default (task: ExtractTask): unknown => extractDocument(task);
