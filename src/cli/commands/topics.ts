/**
 * `tagwire topics explain ID`: why a topic ranks where it does, or is not listed, step by step. Asks
 * the server that holds the store, or opens the store where none runs.
 */
import type { Command } from 'commander';
import { type ExplainAnswer, explainTopic } from '../../app/tools/index-questions.js';
import { isoOf } from '../../kernel/clock.js';
import { instantOf, withSink } from '../administration.js';
import { addOptions } from '../config-file.js';

const HOURS = ['168', '720', '2160'];
const HOURS_DEFAULT = '720';

interface ExplainFlags {
  hours: string;
  at?: string;
}

export function addTopics(program: Command): void {
  const topics = program.command('topics').description('explain topics of the blog service');
  const explain = topics
    .command('explain <id>')
    .description('print why a topic ranks where it does, or is not listed')
    .option('--hours <number>', `window: ${HOURS.join(', ')}`, HOURS_DEFAULT)
    .option('--at <time>', "end of the window; the store's last tick where it is not given");
  addOptions(explain, ['data', 'clock', 'logLevel']).action(
    async (id: string, { hours, at }: ExplainFlags, own: Command) => {
      const nowMs = instantOf(own, '--at', at);
      if (!HOURS.includes(hours)) {
        own.error(`--hours: expected one of ${HOURS.join(', ')}, got ${hours}`);
      }
      const answer = await withSink(own, (sink) => explainTopic(sink, id, Number(hours), nowMs));
      process.stdout.write(textOf(answer, hours));
      if (answer.id === null) process.exitCode = 1;
    },
  );
}

function textOf({ id, label, nowMs, steps, refusal, rank }: ExplainAnswer, hours: string): string {
  const width = Math.max(...steps.map(({ rule }) => rule.length));
  const head = id === null ? [] : [`${label}`, id, `${hours} hours before ${isoOf(nowMs)}`, ''];
  const lines = steps.map(
    ({ rule, finding, holds }) => `${holds ? 'yes' : 'no '}  ${rule.padEnd(width)}  ${finding}`,
  );
  const verdict =
    rank === null ? `not listed: ${refusal ?? 'unknown'}` : `listed as number ${rank}`;
  return `${[...head, ...lines, '', verdict].join('\n')}\n`;
}
