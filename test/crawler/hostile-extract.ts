/**
 * A thread of extraction in which some documents, named by their addresses, do what a bug in a parser
 * would do.
 */
import type { ExtractTask } from '../../src/documents/documents.js';
import { extractDocument } from '../../src/documents/tasks.js';

export default function extract(task: ExtractTask): ReturnType<typeof extractDocument> {
  const kept: number[][] = [];
  while (task.url.endsWith('forever'));
  // Large pieces: it is to reach the limit of memory long before that of time.
  while (task.url.endsWith('memory')) kept.push(new Array<number>(1_000_000).fill(0));
  if (task.url.endsWith('crash')) throw new Error('a bug');
  return extractDocument(task);
}
