/** `tagwire source list`: the sources of the crawler, and the mistakes of their file. */
import type { Command } from 'commander';
import { knownSourceList } from '../../crawling/source-list.js';
import { printRows } from '../answers.js';
import { configOf } from '../config-file.js';

export async function listSources(_: object, own: Command): Promise<void> {
  const { path, file } = await knownSourceList(configOf(own));
  printRows(
    file.entries.map((entry) => {
      const name = entry.kind === 'media' ? entry.title : entry.name;
      const state = entry.enabled ? 'enabled' : 'disabled';
      return [entry.kind, entry.key, state, name, ...entry.channels.map(({ url }) => url)];
    }),
  );
  for (const { line, key, message } of file.faults) {
    process.stderr.write(`${path}:${line}: ${key === '' ? '' : `${key}: `}${message}\n`);
  }
  if (file.faults.length > 0) process.exitCode = 1;
}
