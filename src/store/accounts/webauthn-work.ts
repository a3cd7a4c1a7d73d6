/**
 * What is made and checked with the library for passkeys. Loading it takes as long as hundreds of
 * answers, and more memory than all accounts, so a thread does this (`workers/passkeys.ts`), which is
 * started by the first passkey and ends when it has nothing to do.
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

/** Has a piece of work done. */
export type PasskeyRunner = <Name extends keyof Work>(
  work: Name,
  options: Parameters<Work[Name]>[0],
) => Promise<Awaited<ReturnType<Work[Name]>>>;
