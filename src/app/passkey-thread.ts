/** The thread that makes and checks passkeys: started by the first one, ended when none is in use. */

import { WorkPool } from '../engine/actor/work-pool.js';
import { PASSKEYS } from '../kernel/limits.js';
import type { PasskeyRunner } from '../store/accounts/webauthn-work.js';
import { workerPath } from './paths.js';

export class PasskeyThread {
  #pool: WorkPool | null = null;

  /** @throws where the work fails, as the library does, and when too much waits. */
  readonly run: PasskeyRunner = async (work, options) => {
    this.#pool ??= new WorkPool({ ...PASSKEYS, filename: workerPath('passkeys') });
    const outcome = await this.#pool.run({ work, options });
    if (outcome.kind === 'done') return outcome.value as never;
    throw new Error(outcome.kind === 'failed' ? outcome.message : outcome.kind);
  };

  async close(): Promise<void> {
    await this.#pool?.close();
  }
}
