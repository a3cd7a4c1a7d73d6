/**
 * Runs commands in this process: the same program, without the second of a processor that a process of its
 * own takes to load it. For one command after the other; what only a process has (signals, pipes, the
 * place of a store) is tested with `run` (run-command.ts).
 */
import { main, type Run } from './run-command.js';

const program = new URL('program.js', `file://${main}`);
const STREAMS = [process.stdout, process.stderr] as const;
// Each thread of a server listens to them too: more than Node.js thinks sound.
for (const stream of STREAMS) stream.setMaxListeners(100);

let runs = 0;

/** Runs a command on a data folder, as `run` does. */
export async function runHere(data: string, ...args: string[]): Promise<Run> {
  const said = ['', ''];
  const { argv, exitCode } = process;
  const before = { ...process.env };
  const mask = process.umask();
  const ownListeners = STREAMS.map((stream) => new Set(stream.listeners('error')));
  process.argv = [process.execPath, main, ...args];
  // The variables change in the process itself: native code does not see those of another object.
  for (const name of Object.keys(process.env)) if (name !== 'PATH') delete process.env[name];
  Object.assign(process.env, { TAGWIRE_DATA: data, TAGWIRE_LOG_LEVEL: 'silent' });
  process.exitCode = undefined;
  const writes = STREAMS.map((stream, index) => {
    const { write } = stream;
    stream.write = ((chunk: string | Uint8Array, ...rest: unknown[]) => {
      said[index] += typeof chunk === 'string' ? chunk : Buffer.from(chunk).toString();
      const done = rest.at(-1);
      if (typeof done === 'function') process.nextTick(done);
      return true;
    }) as typeof write;
    return write;
  });
  try {
    // With a name of its own a module runs again; what it imports is there already.
    await import(`${program}?run=${++runs}`);
    return { code: Number(process.exitCode ?? 0), out: said[0]!, err: said[1]! };
  } finally {
    for (const [index, stream] of STREAMS.entries()) {
      stream.write = writes[index]!;
      for (const listener of stream.listeners('error')) {
        if (!ownListeners[index]!.has(listener)) {
          stream.off('error', listener as (error: Error) => void);
        }
      }
    }
    Object.assign(process, { argv, exitCode });
    delete process.env.TAGWIRE_DATA;
    delete process.env.TAGWIRE_LOG_LEVEL;
    Object.assign(process.env, before);
    process.umask(mask);
  }
}
