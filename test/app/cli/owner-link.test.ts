/** How an owner signs in where the output of a server goes to a log. */
import t from 'tap';
import { folderFor } from './run-command.js';
import { runHere } from './run-here.js';
import { served } from './served.js';

t.test('the command that a log names signs the owner in, the first time too', async (t) => {
  const data = folderFor(t);
  const server = await served(t, data);
  const { code, out } = await runHere(data, ...server.signIn.split(' '));
  t.equal(code, 0);
  t.match(out, /\/my\/sign-in\/\?token=signin_/);
  const { origin } = new URL(out.trim());
  t.equal(origin, server.blogUrl, 'at the port that the server of this store has');
});
