/** What the command line needs of people's accounts: roles, and the address of a sign-in link. */
import { COMMAND_LINE } from '../accounts/audit.js';
import type { Config } from '../kernel/config.js';
import { openAccounts } from './account-watch.js';
import { publicUrlOf } from './public-url.js';

export { ROLES, type Role } from '../accounts/people.js';

/** The page that a link's text opens. */
export function linkAddressOf(
  config: Pick<Config, 'host' | 'blogPort' | 'blogPublicUrl'>,
  text: string,
): string {
  const base = publicUrlOf(config.blogPublicUrl, config.host, config.blogPort);
  return `${base}/my/sign-in/?token=${text}`;
}

/** Writes what the command line changes into the audit log. @throws TagwireError STORE_DAMAGED. */
export function noteByCommandLine(data: string, action: string, target: string): Promise<void> {
  return openAccounts(data).note(COMMAND_LINE, action, target);
}

/** A link that signs the owner in, who is made where there is none. `localUrl`: what is listened on. */
export async function ownerLink(
  { data, blogPublicUrl }: Pick<Config, 'data' | 'blogPublicUrl'>,
  localUrl: string,
): Promise<string> {
  const accounts = openAccounts(data);
  const text = await accounts.signIn.linkFor(await accounts.owner(), null, COMMAND_LINE);
  const base = blogPublicUrl === '' ? localUrl : blogPublicUrl.replace(/\/+$/, '');
  return `${base}/my/sign-in/?token=${text}`;
}
