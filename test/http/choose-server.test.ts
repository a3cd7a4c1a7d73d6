import t from 'tap';
import { chooseServer } from '../../src/http/choose-server.js';
import { HeaderBlock } from '../../src/http/header-block.js';
import { createNodeServer } from '../../src/http/node-server.js';
import type { Logger } from '../../src/kernel/logger.js';

// A version of Node.js for which there is no binary.
Object.defineProperty(process, 'versions', { value: { ...process.versions, modules: '9999' } });

// People are told by the line at the start, which names the server.
const notes: object[] = [];
const logger = { debug: (facts: object) => notes.push(facts) } as unknown as Logger;

t.test('where no binary fits, node:http serves, and the log has the reason', async (t) => {
  const create = await chooseServer('auto', logger);
  t.equal(create, createNodeServer);
  t.match(notes, [{ reason: /./ }]);
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
  await t.rejects(chooseServer('uws', logger), 'it throws');
  t.equal(await chooseServer('node', logger), createNodeServer);
  t.equal(notes.length, 1, 'and nothing more is noted');
});
