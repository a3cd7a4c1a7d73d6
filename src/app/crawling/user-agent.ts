/** Who we say that we are on the web. */
import type { Config } from '../../kernel/config.js';
import { VERSION } from '../version.js';

/** Name, version, and where the operator is to be reached. */
export function userAgentOf({ crawlContact, newsPublicUrl, blogPublicUrl }: Config): string {
  const contact = crawlContact || newsPublicUrl || blogPublicUrl;
  return `Tagwire/${VERSION}${contact === '' ? '' : ` (+${contact})`}`;
}
