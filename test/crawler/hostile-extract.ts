/**
 * A thread of extraction in which some documents, named by their addresses, do what a bug in a parser
 * would do.
 */
import type { ExtractTask } from '../../src/documents/documents.js';
import { extractDocument } from '../../src/documents/tasks.js';

export default function extract(task: ExtractTask): ReturnType<typeof extractDocument> {
  const kept: number[][] = [];
  while (task.url.endsWith('forever'));
  while (task.url.endsWith('memory')) kept.push(Array.from({ length: 10_000 }, (_, at) => at));
  if (task.url.endsWith('crash')) throw new Error('a bug');
  return extractDocument(task);
}
