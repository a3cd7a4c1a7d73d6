/** The thread that registers and checks passkeys. */

import { takeRank } from '../src/kernel/runtime/thread-priority.js';
import { PASSKEY_WORK, type PasskeyTask } from '../src/store/accounts/webauthn-work.js';

takeRank('derived');

export default ({ work, options }: PasskeyTask): unknown => PASSKEY_WORK[work](options as never);
