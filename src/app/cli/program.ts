/** The command line. Exit codes: 0 done, 1 something was refused or failed, 2 wrong usage. */
import { Command, CommanderError } from 'commander';
import { operatingError } from '../../kernel/errors.js';
import { closeToOthers } from '../../kernel/private-files.js';
import { VERSION } from '../paths.js';
import { COMMANDS } from './commands.js';
import { speakAsTagwire } from './refusals.js';

const VERSION_FLAGS = new Set(['--version', '-V']);

/** Commands whose files are meant for others too; files of all other commands are private to the owner. */
const GIVES_AWAY = new Set(['generate', 'inspect', 'source']);

const program = new Command('tagwire')
  .description('An open, self-hosted server for news tags, events and blogs')
  .version(VERSION)
  .showSuggestionAfterError(false);

const [, , first = ''] = process.argv;
const named = Object.hasOwn(COMMANDS, first) ? COMMANDS[first] : undefined;
if (named !== undefined) named(program);
else if (!VERSION_FLAGS.has(first)) for (const add of Object.values(COMMANDS)) add(program);
speakAsTagwire(program);
program.hook('preAction', prepare);

// With `tagwire … | head -1` the reader closes the pipe, which is no failure of the command.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error) => {
    if (!isClosedPipe(error)) throw error;
  });
}

try {
  await program.parseAsync();
} catch (error) {
  process.exitCode = exitCodeOf(error);
}

/** Sets the place before the module of an action is loaded: modules read the place as they load. */
async function prepare(): Promise<void> {
  const { givePlaceOf } = await import('./config-file.js');
  givePlaceOf(process.argv.slice(2));
  // Only the process's mask decides the modes of LevelDB's files.
  if (!GIVES_AWAY.has(first)) closeToOthers();
}

function exitCodeOf(error: unknown): number {
  // The refusal has already been printed (refusals.ts).
  if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2;
  if (isClosedPipe(error)) return 0;
  const known = operatingError(error);
  if (known !== null) {
    process.stderr.write(`tagwire: ${known.message}${adviceFor(known)}\n`);
    return known.code === 'CONFIG_INVALID' ? 2 : 1;
  }
  process.stderr.write(`${error instanceof Error ? error.stack : String(error)}\n`);
  return 1;
}

/** Advice on a damaged store, where the message has none. */
function adviceFor({ code, message }: { code: string; message: string }): string {
  if (code !== 'STORE_DAMAGED' || message.includes('tagwire repair')) return '';
  return '; `tagwire verify` names all damage, `tagwire repair` says what can be made of it';
}

function isClosedPipe(error: unknown): boolean {
  return error instanceof Error && (error as NodeJS.ErrnoException).code === 'EPIPE';
}
