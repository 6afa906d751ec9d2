import type { Question } from './question.ts';

/** Told while something is waited for: a person has to answer first. */
export type AskedProgress = Readonly<{ is: 'asked'; question: Question }>;
