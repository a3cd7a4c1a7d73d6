/**
 * The accounts of a command's data folder. A folder without any is told, not answered from nothing:
 * only what adds the first account makes one.
 */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { Command } from 'commander';
import { openAccounts } from '../account-watch.js';
import { accountsOfCommand } from '../shared-accounts.js';
import { requireStore } from '../store-folder.js';
import { configOf } from './config-file.js';

type Accounts = ReturnType<typeof openAccounts>;

/** @throws TagwireError INPUT_INVALID where there is neither a store nor an account. */
export function accountsOf(command: Command): Accounts {
  const config = configOf(command);
  const { data } = config;
  if (!existsSync(join(data, 'accounts'))) requireStore(data);
  return openAccounts(data, accountsOfCommand(config));
}

/** The same for what may be the first account of a folder, which it makes. */
export function accountsToWrite(command: Command): Accounts {
  const config = configOf(command);
  const { data } = config;
  const accounts = openAccounts(data, accountsOfCommand(config));
  if (!existsSync(data)) process.stderr.write(`made a new folder for a store, ${resolve(data)}\n`);
  return accounts;
}
