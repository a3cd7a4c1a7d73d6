import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import t from 'tap';

const script = fileURLToPath(new URL('./fixtures/stop.js', import.meta.url));

/** Runs the script until it ends by itself; its runner ends it when that never happens. */
function run(state: string): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, [script, state], { stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.on('data', (bytes) => {
    output += String(bytes);
  });
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, output })));
}

const STATES = [
  { state: 'never started', start: '' },
  { state: 'starting', start: 'ACTOR_DOWN' },
  { state: 'failing', start: 'ACTOR_DOWN' },
  { state: 'crashing', start: 'ACTOR_DOWN' },
  { state: 'log away', start: 'ACTOR_DOWN' },
  { state: 'idle', start: 'started' },
  { state: 'busy', start: 'started' },
];

for (const { state, start } of STATES) {
  t.test(
    `an actor that is stopped while ${state} leaves nothing that keeps a process`,
    async (t) => {
      t.same(await run(state), { code: 0, output: start });
    },
  );
}
