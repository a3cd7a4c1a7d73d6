/**
 * `tagwire verify`: is everything in a data folder what was written? Beside a running server or without
 * one, and without changing anything. Exit codes: 0 sound, 1 damage found (or the folder cannot be
 * verified), 2 wrong usage.
 *
 * `tagwire verify --pairs`: does the similarity window hold every pair that a sample of its bodies
 * makes, with the right numbers, and no other? Asks the server that holds the store, or opens the
 * store where none runs. Meant to be run every night.
 */
import type { Command } from 'commander';
import { giveWay } from '../../ingest/ingest-socket.js';
import { type Finding, type Report, verifyFolder } from '../../tools/checking.js';
import { type AuditAnswer, auditPairs } from '../../tools/index-questions.js';
import { withSink } from '../administration.js';
import { configOf } from '../config-file.js';

/** Pairs that are named one by one. */
const NAMED_MAX = 20;

async function verifyAll(command: Command, isJson: boolean): Promise<void> {
  giveWay();
  const { data } = configOf(command);
  const { report } = await verifyFolder(data);
  process.stdout.write(isJson ? `${JSON.stringify(jsonOf(report))}\n` : `${linesOf(report)}\n`);
  if (!report.isSound) process.exitCode = 1;
}

function jsonOf({ isSound, checked, findings, setAside, unnamed }: Report): object {
  return { sound: isSound, checked, findings, unnamed, setAside };
}

/** A report for people. */
export function linesOf({ isSound, checked, findings, setAside, unnamed }: Report): string {
  const damage = findings.filter(({ level }) => level === 'damage');
  const lines = [
    ...checked.map(({ part, summary }) => `${part.padEnd(10)} ${summary}`),
    ...setAside.map(
      ({ actor, sequence, about }) =>
        `set aside  ${actor}: entry ${sequence} (${about}), which ended its thread three times`,
    ),
    ...findings.map(lineOf),
  ];
  if (unnamed > 0) lines.push(`damage     and ${unnamed} values more`);
  lines.push(
    isSound
      ? 'sound'
      : `${damage.length} places are damaged; \`tagwire repair\` says what can be made of it, and changes nothing before it is told to`,
  );
  return lines.join('\n');
}

function lineOf({ level, file, at, what, means }: Finding): string {
  const place = at === null ? file : `${file} at byte ${at}`;
  return `${level.padEnd(10)} ${place}: ${what}; it concerns ${means}`;
}

function textOf({ bodies, sampled, pairs, leftOut, missing, wrong }: AuditAnswer): string {
  const named = (what: string, list: readonly (readonly [number, number])[]): string[] =>
    list.slice(0, NAMED_MAX).map(([a, b]) => `${what}: articles ${a} and ${b}`);
  return [
    `${sampled} of ${bodies} bodies compared with all others: ${pairs} pairs, counted from each sampled end`,
    `${missing.length} missing, ${wrong.length} wrong`,
    ...(leftOut === 0
      ? []
      : [
          `${leftOut} left out: one of the articles has more near copies than one is compared with`,
        ]),
    ...named('missing', missing),
    ...named('wrong', wrong),
    '',
  ].join('\n');
}

export async function verify(
  { sample, pairs, json }: { sample: number; pairs?: true; json?: true },
  own: Command,
): Promise<void> {
  if (pairs !== true) {
    await verifyAll(own, json === true);
    return;
  }
  const answer = await withSink(own, (sink) => auditPairs(sink, sample));
  process.stdout.write(textOf(answer));
  if (answer.missing.length + answer.wrong.length > 0) process.exitCode = 1;
}
