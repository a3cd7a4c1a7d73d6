import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import t, { type Test } from 'tap';

const script = fileURLToPath(new URL('./fixtures/stop.js', import.meta.url));

/** Runs the script until it ends by itself; one that never does goes with the test. */
function run(t: Test, state: string): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, [script, state], { stdio: ['ignore', 'pipe', 'inherit'] });
  t.teardown(() => child.kill('SIGKILL'));
  let output = '';
  child.stdout.on('data', (bytes) => {
    output += String(bytes);
  });
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, output })));
}

const STATES = [
  { state: 'never started', start: '' },
  { state: 'asleep', start: 'started' },
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
      t.same(await run(t, state), { code: 0, output: start });
    },
  );
}
