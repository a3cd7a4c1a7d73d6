/**
 * Refusals of the command line: one line in the style of all messages, with the command or option that was
 * probably meant and the command that shows help.
 */
import type { Command, CommanderError } from 'commander';
import { nearestOf } from '../../kernel/words.js';

/** Words that are offered when several are equally near. */
const OFFERED_MAX = 3;

/** Makes a command and its subcommands refuse in this way. The end of a command is thrown as CommanderError. */
export function speakAsTagwire(command: Command): void {
  command.configureOutput({ outputError: () => undefined });
  command.exitOverride((error) => {
    // Other messages: help or the version was shown.
    if (error.message.startsWith('error: ')) {
      process.stderr.write(`${refusalOf(error, command)}\n`);
    }
    throw error;
  });
  for (const one of command.commands) speakAsTagwire(one);
}

function refusalOf({ code, message }: CommanderError, command: Command): string {
  const [line = ''] = message.slice('error: '.length).split('\n');
  const reason = code === 'commander.invalidArgument' ? valueRefused(line) : line;
  const meant = meantOf(code, reason, command);
  const hint = meant.length === 0 ? '' : `; did you mean ${listOf(meant)}?`;
  const help = `\`${pathOf(command)} --help\` says what there is`;
  return `tagwire: ${reason.replace(/\.$/, '')}${hint === '' ? ';' : hint} ${help}`;
}

/** `--hours: expected one of 24, 72, got 5`, for an invalid value of an option. */
function valueRefused(line: string): string {
  const [, flag, value, wanted = ''] =
    /^option '[^']*(--[\w-]+)[^']*' argument '(.*)' is invalid\. (.*?)\.?$/.exec(line) ?? [];
  if (flag === undefined) return line;
  return `${flag}: ${wanted.replace(/^Allowed choices are/, 'expected one of')}, got ${value}`;
}

/** Options or commands that were probably meant by an unknown one. */
function meantOf(code: string, reason: string, command: Command): string[] {
  if (code === 'commander.unknownOption') {
    const [, typed = ''] = /'-*([^'=]*)/.exec(reason) ?? [];
    const names = command.options.flatMap(({ long }) =>
      typeof long === 'string' ? [long.slice(2)] : [],
    );
    return wordsMeant(typed, [...names, 'help']).map((name) => `--${name}`);
  }
  if (code === 'commander.unknownCommand' || code === 'commander.excessArguments') {
    const names = command.commands.map((one) => one.name());
    return wordsMeant(command.args[0] ?? '', [...names, ...(names.length > 0 ? ['help'] : [])]);
  }
  return [];
}

/**
 * The words that were probably meant: the nearest word, or else words that start with the typed text, or else
 * words with a part that starts with the typed text or is near to it.
 */
export function wordsMeant(typed: string, words: readonly string[]): string[] {
  if (typed.length < 2) return [];
  const nearest = nearestOf(typed, words);
  if (nearest !== null) return [nearest];
  const begun = words.filter((word) => word.startsWith(typed));
  if (begun.length > 0) return begun.slice(0, OFFERED_MAX);
  const parts = [...new Set(words.flatMap((word) => word.split('-')))];
  const part = parts.find((one) => one.startsWith(typed)) ?? nearestOf(typed, parts);
  return words.filter((word) => word.split('-').includes(part ?? '')).slice(0, OFFERED_MAX);
}

/** `a, b or c`. */
function listOf(words: readonly string[]): string {
  const last = words.at(-1) ?? '';
  return words.length < 2 ? last : `${words.slice(0, -1).join(', ')} or ${last}`;
}

/** `tagwire user add`. */
function pathOf(command: Command): string {
  return command.parent === null ? command.name() : `${pathOf(command.parent)} ${command.name()}`;
}
