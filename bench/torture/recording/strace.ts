/** Reads what strace has written with `-f`: the calls of all threads of a process. */
import { spawnSync } from 'node:child_process';

export const STRACE = 'strace';

/** A call that has ended. */
export interface Call {
  name: string;
  /** Its arguments, as strace writes them. */
  rest: string;
  result: number;
  /** With `-y`, the path of the descriptor that it returned. */
  opened: string;
  /** How many calls had ended when it began. */
  begunAt: number;
}

/** Whether strace is here and may trace. Where it does, a process that cannot be recorded is a failure. */
export function canTrace(): boolean {
  const quiet = ['-qq', '-e', 'trace=none', '-o', '/dev/null'];
  return spawnSync(STRACE, [...quiet, process.execPath, '--version']).status === 0;
}

/** Calls in the order in which they ended. */
export function* callsOf(text: string): Generator<Call> {
  const begun = new Map<string, { call: string; at: number }>();
  let ended = 0;
  for (const line of text.split('\n')) {
    const [, pid = '', call = ''] = /^(\d+)\s+(.*)$/.exec(line) ?? [];
    if (call.endsWith('<unfinished ...>')) {
      begun.set(pid, { call: call.slice(0, -'<unfinished ...>'.length), at: ended });
      continue;
    }
    const resumed = /^<\.\.\. \w+ resumed>(.*)$/.exec(call);
    const before = resumed === null ? undefined : begun.get(pid);
    const whole = resumed === null ? call : `${before?.call ?? ''}${resumed[1]}`;
    const parts = /^(\w+)\((.*)\)\s+= (-?\d+)(?:<([^>]*)>)?/.exec(whole);
    if (parts === null) continue;
    const [, name = '', rest = '', result, opened = ''] = parts;
    yield {
      name,
      rest: rest.trimEnd(),
      result: Number(result),
      opened,
      begunAt: before?.at ?? ended,
    };
    ended += 1;
  }
}
