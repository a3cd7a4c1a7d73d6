/** What the command line needs of people's accounts: roles, and the address of a sign-in link. */
import type { Config } from '../kernel/config.js';
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
