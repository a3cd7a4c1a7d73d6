/**
 * `tagwire verify --pairs`: does the similarity window hold every pair that a sample of its bodies
 * makes, with the right numbers, and no other? Asks the server that holds the store, or opens the
 * store where none runs. Meant to be run every night.
 */
import type { Command } from 'commander';
import { type AuditAnswer, auditPairs } from '../../app/index-questions.js';
import { withSink } from '../administration.js';
import { addOptions } from '../config-file.js';

/** Takes a second of the similarity actor for each 20,000 bodies of the window. */
const SAMPLE_DEFAULT = '200';
const SAMPLE_MAX = 10_000;
/** Pairs that are named one by one. */
const NAMED_MAX = 20;

export function addVerify(program: Command): void {
  const verify = program
    .command('verify')
    .description('prove by brute force that an index holds what it should')
    .requiredOption('--pairs', 'the pairs of the similarity window')
    .option('--sample <number>', `bodies to check, 1 to ${SAMPLE_MAX}`, SAMPLE_DEFAULT);
  addOptions(verify, ['data', 'clock', 'logLevel']).action(
    async ({ sample }: { sample: string }, own: Command) => {
      const size = /^\d{1,5}$/.test(sample) ? Number(sample) : 0;
      if (size < 1 || size > SAMPLE_MAX) {
        own.error(`--sample: expected a number from 1 to ${SAMPLE_MAX}, got ${sample}`);
      }
      const answer = await withSink(own, (sink) => auditPairs(sink, size));
      process.stdout.write(textOf(answer));
      if (answer.missing.length + answer.wrong.length > 0) process.exitCode = 1;
    },
  );
}

function textOf({ bodies, sampled, pairs, missing, wrong }: AuditAnswer): string {
  const named = (what: string, list: readonly (readonly [number, number])[]): string[] =>
    list.slice(0, NAMED_MAX).map(([a, b]) => `${what}: articles ${a} and ${b}`);
  return [
    `${sampled} of ${bodies} bodies compared with all others: ${pairs} pairs, counted from each sampled end`,
    `${missing.length} missing, ${wrong.length} wrong`,
    ...named('missing', missing),
    ...named('wrong', wrong),
    '',
  ].join('\n');
}
