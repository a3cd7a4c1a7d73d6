/** What the command line needs of people's accounts: the address of a sign-in link. */

import type { Config } from '../kernel/config.js';
import { COMMAND_LINE } from '../store/accounts/audit.js';
import { accountsOfCommand, openAccounts } from './account-watch.js';
import { serverOf } from './ingest/ingest-socket.js';
import { publicUrlOf } from './ports.js';

/**
 * The page that a link's text opens: of the server that holds the store, if one does and says where it
 * is, or as a server with these options would have it.
 */
export async function linkAddressOf(config: Config, text: string): Promise<string> {
  const serving = config.blogPublicUrl === '' ? await serverOf(config.data) : null;
  const { blogPublicUrl, host, blogPort } = config;
  const base = serving?.blogUrl ?? publicUrlOf(blogPublicUrl, host, blogPort);
  return `${base}/my/sign-in/?token=${text}`;
}

/** Writes what the command line changes into the audit log. @throws TagwireError STORE_DAMAGED. */
export function noteByCommandLine(config: Config, action: string, target: string): Promise<void> {
  return openAccounts(config.data, accountsOfCommand(config)).note(COMMAND_LINE, action, target);
}

/** The login of the owner, who is made where there is none. */
export async function ownerLogin(config: Config): Promise<string> {
  return (await openAccounts(config.data, accountsOfCommand(config)).owner()).login;
}

/** A link that signs the owner in, who is made where there is none. `localUrl`: what is listened on. */
export async function ownerLink(config: Config, localUrl: string): Promise<string> {
  const { data, blogPublicUrl } = config;
  const accounts = openAccounts(data, accountsOfCommand(config));
  const text = await accounts.signIn.linkFor(await accounts.owner(), null, COMMAND_LINE);
  const base = blogPublicUrl === '' ? localUrl : blogPublicUrl.replace(/\/+$/, '');
  return `${base}/my/sign-in/?token=${text}`;
}
