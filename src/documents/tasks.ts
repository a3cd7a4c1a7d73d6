/**
 * The single entry point of a worker thread to all readers of documents.
 *
 * Invariant: never throws; a bug in a parser affects only its document, and becomes the message of the fault.
 */
import { messageOf } from '../kernel/errors.js';
import type { DocumentFault, ExtractResults, ExtractTask } from './documents.js';
import { readFeed } from './feed.js';
import { readIcon } from './icon.js';
import { readList, readPortal, readStories } from './list.js';
import { readPage } from './page.js';
import { readSitemap } from './sitemap.js';

export function extractDocument(
  task: ExtractTask,
): ExtractResults[ExtractTask['task']] | DocumentFault {
  try {
    return extracted(task);
  } catch (error) {
    return { kind: 'fault', reason: 'broken', message: `${task.url}: ${messageOf(error)}` };
  }
}

function extracted(task: ExtractTask): ExtractResults[ExtractTask['task']] | DocumentFault {
  switch (task.task) {
    case 'feed':
      return readFeed(task, task);
    case 'sitemap':
      return readSitemap(task, task);
    case 'page':
      return readPage(task, task);
    case 'list':
      return readList(task, task.rule, task);
    case 'portal':
      return readPortal(task, task.rule, task);
    case 'stories':
      return readStories(task, task.rule, task);
    case 'icon':
      return readIcon(task);
  }
}
