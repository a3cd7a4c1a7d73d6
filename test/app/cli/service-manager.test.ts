/** What systemd is told: by a stand-in for `systemd-notify` that writes down what it is given. */
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import t from 'tap';
import { serviceManager } from '../../../src/app/cli/signals.js';
import { silentLogger } from '../../../src/kernel/logger.js';
import { folderFor } from './run-command.js';

const said = (file: string): string => (existsSync(file) ? readFileSync(file, 'utf8') : '');

async function until(condition: () => boolean): Promise<void> {
  for (let tries = 0; tries < 500 && !condition(); tries++) {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

t.test('without systemd nothing is started', async (t) => {
  const manager = serviceManager({}, silentLogger);
  manager.ready();
  manager.stopping();
  t.pass();
});

t.test('systemd is told of readiness, of life, and of the end', async (t) => {
  if (process.platform === 'win32') return;
  const folder = folderFor(t);
  const file = join(folder, 'said');
  writeFileSync(join(folder, 'systemd-notify'), `#!/bin/sh\necho "$1" >> "${file}"\n`);
  chmodSync(join(folder, 'systemd-notify'), 0o755);
  const path = process.env.PATH;
  process.env.PATH = `${folder}${delimiter}${path}`;
  t.teardown(() => {
    process.env.PATH = path;
  });
  const manager = serviceManager({ NOTIFY_SOCKET: '/x', WATCHDOG_USEC: '100000' }, silentLogger);
  manager.ready();
  await until(() => said(file).split('WATCHDOG=1').length > 3);
  manager.stopping();
  await until(() => said(file).includes('STOPPING=1'));
  const lines = said(file).trim().split('\n');
  t.ok(lines.filter((line) => line === 'WATCHDOG=1').length >= 3);
  t.equal(lines.filter((line) => line === 'READY=1').length, 1);
  t.equal(lines.at(-1), 'STOPPING=1');
});

t.test('a program that is missing costs a line and nothing else', async (t) => {
  if (process.platform === 'win32') return;
  const path = process.env.PATH;
  process.env.PATH = folderFor(t);
  t.teardown(() => {
    process.env.PATH = path;
  });
  const warned: string[] = [];
  const logger = { ...silentLogger, warn: (message: string) => void warned.push(message) };
  const manager = serviceManager({ NOTIFY_SOCKET: '/x' }, logger as typeof silentLogger);
  manager.ready();
  await until(() => warned.length > 0);
  t.match(warned[0], /systemd-notify does not work/);
  manager.stopping();
});
