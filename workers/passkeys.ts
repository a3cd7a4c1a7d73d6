/** The thread that makes and checks passkeys. */
import { PASSKEY_WORK, type PasskeyTask } from '../src/accounts/webauthn-work.js';
import { takeRank } from '../src/runtime/thread-priority.js';

takeRank('derived');

export default ({ work, options }: PasskeyTask): unknown => PASSKEY_WORK[work](options as never);
