/**
 * The accounts of a command's data folder. A folder without any is told, not answered from nothing:
 * only what adds the first account makes one.
 */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Command } from 'commander';
import { openAccounts } from '../app/account-watch.js';
import { requireStore } from '../app/store-folder.js';
import { configOf } from './config-file.js';

type Accounts = ReturnType<typeof openAccounts>;

/** @throws TagwireError INPUT_INVALID where there is neither a store nor an account. */
export function accountsOf(command: Command): Accounts {
  const { data } = configOf(command);
  if (!existsSync(join(data, 'accounts'))) requireStore(data);
  return openAccounts(data);
}

/** The same for what may be the first account of a folder, which it makes. */
export function accountsToWrite(command: Command): Accounts {
  const { data } = configOf(command);
  const accounts = openAccounts(data);
  if (!existsSync(data)) process.stderr.write(`made a new folder for a store, ${resolve(data)}\n`);
  return accounts;
}
