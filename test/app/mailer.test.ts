/** Mails against a mail server of a few lines. */
import { once } from 'node:events';
import { createServer, type Socket } from 'node:net';
import t from 'tap';
import { Mailer } from '../../src/app/mailer.js';
import { type Logger, silentLogger } from '../../src/kernel/logger.js';

interface Heard {
  port: number;
  lines: string[];
  mails: string[];
  close(): void;
}

/** Says yes to everything, or refuses every recipient. */
async function mailServer(refuses = false): Promise<Heard> {
  const heard: Heard = { port: 0, lines: [], mails: [], close: () => undefined };
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    let text = '';
    let isData = false;
    socket.write('220 here\r\n');
    socket.on('error', () => undefined);
    socket.on('data', (bytes) => {
      text += bytes.toString();
      for (;;) {
        const end = text.indexOf(isData ? '\r\n.\r\n' : '\r\n');
        if (end < 0) return;
        const line = text.slice(0, end);
        text = text.slice(end + (isData ? 5 : 2));
        if (isData) {
          heard.mails.push(line);
          isData = false;
          socket.write('250 kept\r\n');
          continue;
        }
        heard.lines.push(line);
        if (line === 'DATA') {
          isData = true;
          socket.write('354 go on\r\n');
        } else if (line.startsWith('RCPT') && refuses) socket.write(`550 refused ${line}\r\n`);
        else
          socket.write(line.startsWith('EHLO') ? '250-here\r\n250 AUTH PLAIN\r\n' : '250 fine\r\n');
      }
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  heard.port = (server.address() as { port: number }).port;
  heard.close = () => {
    for (const socket of sockets) socket.destroy();
    server.close();
  };
  return heard;
}

t.test('a mail is sent with what it says, from whom the config names', async (t) => {
  const server = await mailServer();
  t.teardown(() => server.close());
  const url = `smtp://me:p%40ss@127.0.0.1:${server.port}`;
  const mailer = new Mailer({ url, from: 'Tagwire <wire@example.org>' }, silentLogger);
  void mailer.send({ to: 'ann@example.org', subject: 'Sign in', text: 'https://x.example/\n' });
  await mailer.close();
  t.ok(server.lines.includes('MAIL FROM:<wire@example.org>'));
  t.ok(server.lines.includes('RCPT TO:<ann@example.org>'));
  const credentials = Buffer.from('\0me\0p@ss').toString('base64');
  t.ok(server.lines.includes(`AUTH PLAIN ${credentials}`));
  t.match(server.mails[0], /Subject: Sign in/);
  t.match(server.mails[0], 'https://x.example/');
});

t.test('an address cannot smuggle a header or a recipient', async (t) => {
  const server = await mailServer();
  t.teardown(() => server.close());
  const mailer = new Mailer(
    { url: `smtp://127.0.0.1:${server.port}`, from: 'a@b.c' },
    silentLogger,
  );
  for (const to of ['a@b.c\r\nBcc: x@y.z', 'a@b.c>\r\nRCPT TO:<x@y.z', 'a@b.c,x@y.z']) {
    void mailer.send({ to, subject: 'S\r\nBcc: x@y.z', text: '.\r\n.' });
  }
  await mailer.close();
  t.notOk(server.lines.some((line) => /^Bcc|^RCPT TO:<x@y\.z>/i.test(line)));
  for (const mail of server.mails) t.notMatch(mail, /^Bcc: /m);
});

t.test('what cannot be sent is logged without its address, and nobody waits for it', async (t) => {
  const server = await mailServer(true);
  t.teardown(() => server.close());
  const said: string[] = [];
  const logger = {
    ...silentLogger,
    warn: (...parts: unknown[]) => said.push(JSON.stringify(parts)),
  } as unknown as Logger;
  const mailer = new Mailer({ url: `smtp://127.0.0.1:${server.port}`, from: 'a@b.c' }, logger);
  const mail = { to: 'ann@example.org', subject: 's', text: 't' };
  for (let count = 0; count < 150; count++) void mailer.send(mail);
  await mailer.close();
  t.equal(said.filter((line) => line.includes('dropped')).length, 50, 'a hundred at one time');
  t.notOk(said.some((line) => line.includes('ann@')));
  t.equal(said.filter((line) => line.includes('could not be sent')).length, 100);
});
