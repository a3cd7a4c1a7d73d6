#!/usr/bin/env node
/**
 * The command `tagwire`: looks whether the process may open enough files to load the program, gives it
 * loads it (program.ts).
 *
 * Modules are read side by side, so loading them needs more descriptors than anything after it; with
 * too few, Node.js would end the process with a stack of its own.
 */
import { descriptorRefusal, isOutOfDescriptors } from '../metrics/machine.js';

const refusal = descriptorRefusal();
if (refusal === null) await load();
else refuse(refusal);

async function load(): Promise<void> {
  try {
    await import('./program.js');
  } catch (error) {
    if (!isOutOfDescriptors(error)) throw error;
    refuse('the system has no file descriptors left for this process; raise its limit');
  }
}

function refuse(reason: string): void {
  process.stderr.write(`tagwire: ${reason}\n`);
  process.exitCode = 1;
}
