/**
 * `tagwire topics explain ID`: why a topic ranks where it does, or is not listed, step by step. Asks
 * the server that holds the store, or opens the store where none runs.
 */
import type { Command } from 'commander';
import { isoOf } from '../../../kernel/clock.js';
import { type ExplainAnswer, explainTopic } from '../../tools/index-questions.js';
import { withSink } from '../administration.js';
import { instantOf } from '../answers.js';

interface ExplainFlags {
  hours: string;
  at?: string;
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

export async function explain(
  id: string,
  { hours, at }: ExplainFlags,
  own: Command,
): Promise<void> {
  const nowMs = instantOf(own, '--at', at);
  const answer = await withSink(own, (sink) => explainTopic(sink, id, Number(hours), nowMs));
  process.stdout.write(textOf(answer, hours));
  if (answer.id === null) process.exitCode = 1;
}
