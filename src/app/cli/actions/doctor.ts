/**
 * `tagwire doctor`: what is wrong with the machine, the data folder or the server, and what to do.
 */
import type { Command } from 'commander';
import {
  type Diagnosis,
  type DoctorFinding,
  diagnose,
  type Memory,
  megabytes,
} from '../../tools/doctor.js';
import { configOf } from '../config-file.js';

const MARKS: { readonly [level in DoctorFinding['level']]: string } = {
  ok: 'ok  ',
  warn: 'warn',
  bad: 'BAD ',
};

function textOf({ findings }: Diagnosis): string {
  const width = Math.max(...findings.map(({ topic }) => topic.length));
  const lines = findings.map(({ topic, level, found, advice }) => {
    const todo = advice === '' ? '' : `\n${' '.repeat(MARKS.ok.length + width + 4)}→ ${advice}`;
    return `${MARKS[level]}  ${topic.padEnd(width)}  ${found}${todo}`;
  });
  return `${lines.join('\n')}\n`;
}

function memoryText({ memory }: Diagnosis): string {
  if (memory === null)
    return '\nno server answers here: where memory goes is known while one runs\n';
  const { process, threads, indices } = memory;
  const heaps = Object.values(threads).reduce((sum, { held = 0 }) => sum + held, 0);
  return [
    `\nmemory of the process: ${megabytes(process.resident ?? 0)}, its heaps ${megabytes(heaps)} of them;`,
    'the rest is indices, buffers, the code, the database and what the allocator holds\n',
    `heap of each thread (external: buffers; shared ones count in each)\n${rowsOf(threads, true)}\n`,
    `indices, of their threads and the front together\n${rowsOf(indices)}\n`,
  ].join('\n');
}

function rowsOf(memory: Memory['threads'], isThreads = false): string {
  const rows = Object.entries(memory).map(([name, parts]) => {
    const listed = Object.entries(parts).map(([part, bytes]) => `${part} ${megabytes(bytes)}`);
    const isAsleep = isThreads && Object.values(parts).every((bytes) => bytes === 0);
    return `  ${name.padEnd(12)}${isAsleep ? 'asleep: it begins with the first record' : listed.join(', ')}`;
  });
  return rows.join('\n');
}

export async function doctor(
  { json, memory }: { json?: boolean; memory?: boolean },
  own: Command,
): Promise<void> {
  const diagnosis = await diagnose(configOf(own));
  const text = json === true ? `${JSON.stringify(diagnosis, null, 2)}\n` : textOf(diagnosis);
  process.stdout.write(json !== true && memory === true ? text + memoryText(diagnosis) : text);
  if (diagnosis.findings.some(({ level }) => level === 'bad')) process.exitCode = 1;
}
