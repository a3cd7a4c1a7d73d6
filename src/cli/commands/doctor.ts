/**
 * `tagwire doctor`: what is wrong with the machine, the data folder or the server, and what to do.
 */
import type { Command } from 'commander';
import { type Diagnosis, diagnose, type Finding, megabytes } from '../../app/tools/doctor.js';
import { addOptions, configOf } from '../config-file.js';

const MARKS: { readonly [level in Finding['level']]: string } = {
  ok: 'ok  ',
  warn: 'warn',
  bad: 'BAD ',
};

export function addDoctor(program: Command): void {
  const command = program
    .command('doctor')
    .description('say what is wrong with machine, store or server; ends with 1 when something is')
    .option('--json', 'as JSON, for programs')
    .option('--memory', 'also what each index of the running server takes');
  addOptions(command, [
    'data',
    'host',
    'blogPort',
    'newsPort',
    'adminHost',
    'adminPort',
    'httpServer',
  ]).action(async ({ json, memory }: { json?: boolean; memory?: boolean }) => {
    const diagnosis = await diagnose(configOf(command));
    const text = json === true ? `${JSON.stringify(diagnosis, null, 2)}\n` : textOf(diagnosis);
    process.stdout.write(json !== true && memory === true ? text + memoryText(diagnosis) : text);
    if (diagnosis.findings.some(({ level }) => level === 'bad')) process.exitCode = 1;
  });
}

function textOf({ findings }: Diagnosis): string {
  const width = Math.max(...findings.map(({ topic }) => topic.length));
  const lines = findings.map(({ topic, level, found, advice }) => {
    const todo = advice === '' ? '' : `\n${' '.repeat(MARKS.ok.length + width + 4)}→ ${advice}`;
    return `${MARKS[level]}  ${topic.padEnd(width)}  ${found}${todo}`;
  });
  return `${lines.join('\n')}\n`;
}

function memoryText({ memory }: Diagnosis): string {
  if (memory === null) return '\nmemory by index is known while a server runs\n';
  const rows = Object.entries(memory).map(([index, parts]) => {
    const listed = Object.entries(parts).map(([part, bytes]) => `${part} ${megabytes(bytes)}`);
    return `  ${index.padEnd(12)}${listed.join(', ')}`;
  });
  return `\nmemory by index\n${rows.join('\n')}\n`;
}
