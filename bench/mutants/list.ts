/** All mutants, one place after the other. */
import type { Mutant } from './mutant.js';
import { mutantsOfAnswers } from './mutants-of-answers.js';
import { mutantsOfFindings } from './mutants-of-findings.js';
import { mutantsOfTheStore } from './mutants-of-the-store.js';

export const mutants: readonly Mutant[] = [
  ...mutantsOfTheStore,
  ...mutantsOfAnswers,
  ...mutantsOfFindings,
];
