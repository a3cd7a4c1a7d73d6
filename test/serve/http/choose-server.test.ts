import { createHash } from 'node:crypto';
import t from 'tap';
import type { Logger } from '../../../src/kernel/logger.js';
import { chooseServer } from '../../../src/serve/http/choose-server.js';
import { HeaderBlock } from '../../../src/serve/http/header-block.js';
import { createNodeServer } from '../../../src/serve/http/node-server.js';
import { checkListed } from '../../../src/serve/http/uws-binaries.js';

// A version of Node.js for which there is no binary.
Object.defineProperty(process, 'versions', { value: { ...process.versions, modules: '9999' } });

const notes: object[] = [];
const logger = { warn: (facts: object) => notes.push(facts) } as unknown as Logger;

t.test('where no binary fits, node:http serves, and the log has the reason', async (t) => {
  const create = chooseServer('auto', logger);
  t.equal(create, createNodeServer);
  t.match(notes, [{ reason: /^no binary of uWebSockets.js for Node.js v.*: there is none$/ }]);
  const block = new HeaderBlock([['content-type', 'text/plain']], 0);
  const server = create({
    host: '127.0.0.1',
    port: 0,
    listener: (_, res) => res.send('200 OK', block, Buffer.from('hello'), false),
  });
  const { port } = await server.listen();
  const response = await fetch(`http://127.0.0.1:${port}/`);
  t.equal(await response.text(), 'hello');
  await server.close();
});

t.test('a config that names uWebSockets.js is told that it is not there', async (t) => {
  t.throws(() => chooseServer('uws', logger), /no binary of uWebSockets.js/);
  t.equal(chooseServer('node', logger), createNodeServer);
  t.equal(notes.length, 1, 'and nothing more is noted');
});

t.test('only a binary whose SHA-256 is listed is loaded', async (t) => {
  const known = createHash('sha256').update('a binary').digest('hex');
  t.doesNotThrow(() => checkListed(Buffer.from('a binary'), [known]));
  t.throws(() => checkListed(Buffer.from('a binarz'), [known]), /not one that may be loaded/);
});
