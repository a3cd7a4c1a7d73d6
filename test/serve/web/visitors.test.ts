/** Cookies of people, which tests over plain http cannot see as they are behind https. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import t from 'tap';
import { systemClock } from '../../../src/kernel/clock.js';
import type { SiteRequest } from '../../../src/serve/http/site.js';
import { Visitors } from '../../../src/serve/web/visitors.js';
import { Accounts } from '../../../src/store/accounts/accounts.js';

const STRANGER = { cookies: new Map() } as unknown as SiteRequest;

t.test('behind https no cookie leaves the host, the connection or the browser', async (t) => {
  const data = mkdtempSync(join(tmpdir(), 'tagwire-visitors-'));
  t.teardown(() => rmSync(data, { recursive: true, force: true }));
  const accounts = Accounts.open(data, systemClock);
  const cookies = (publicUrl: string): string[] => {
    const visitors = new Visitors(accounts, publicUrl);
    const { cookies } = visitors.visitOf(STRANGER);
    return [...cookies, visitors.sessionCookie('text'), visitors.noSessionCookie()];
  };
  const secure = cookies('https://blogs.example');
  t.equal(secure.length, 3);
  for (const line of secure) {
    t.match(line, /^__Host-tagwire-(browser|session)=/, 'of this host alone');
    t.match(line, /; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Lax; Secure$/);
    t.notMatch(line, /domain/i);
  }
  // A prefix that the browser would refuse without https would sign nobody in.
  for (const line of cookies('http://127.0.0.1:8080')) {
    t.match(
      line,
      /^tagwire-(browser|session)-8080=[^;]*; Path=\/; Max-Age=\d+; HttpOnly; SameSite=Lax$/,
    );
  }
});
