#!/usr/bin/env node
/**
 * The command `tagwire`: checks whether the process may open enough files to load the program, then loads
 * the program (program.ts).
 *
 * Modules are read in parallel, so loading them needs more descriptors than any later work; with too few,
 * Node.js would end the process with a stack trace.
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
