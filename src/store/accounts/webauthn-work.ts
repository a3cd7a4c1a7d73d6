/**
 * The tasks that use the library for passkeys. Loading the library takes as long as hundreds of
 * answers, and more memory than all accounts, so a thread (`workers/passkeys.ts`) does it, which
 * starts with the first passkey and ends when idle.
 */
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';

export const PASSKEY_WORK = {
  generateRegistrationOptions,
  verifyRegistrationResponse,
  generateAuthenticationOptions,
  verifyAuthenticationResponse,
} as const;

type Work = typeof PASSKEY_WORK;

/** Options and results cross threads: they are plain data. */
export interface PasskeyTask {
  work: keyof Work;
  options: object;
}

/** Runs a task on the thread. */
export type PasskeyRunner = <Name extends keyof Work>(
  work: Name,
  options: Parameters<Work[Name]>[0],
) => Promise<Awaited<ReturnType<Work[Name]>>>;
