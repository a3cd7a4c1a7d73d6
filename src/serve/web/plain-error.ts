/**
 * The page of an error where the thread for pages cannot make one: no frame, no style, no script.
 */

import { escapeQuoted } from '../../kernel/markup.js';
import { HTML_TYPE, NO_STORE, type Reply, textReply } from '../http/reply.js';

/** The page of a status with a sentence. */
export function plainErrorPage(status: number, message: string): Reply {
  const text = escapeQuoted(message);
  const html = `<!doctype html><html lang="en"><meta charset="utf-8"><title>${status}</title><h1>${status}</h1><p>${text}</p><p><a href="/">/</a></p></html>\n`;
  return textReply(html, HTML_TYPE, { status, cacheControl: NO_STORE });
}
