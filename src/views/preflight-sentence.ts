import type { Conflict, ConflictKind } from '../domain/preflight/find-conflicts.ts';
import type { Recommendation, RecommendedAction } from '../domain/preflight/recommend.ts';

/** One conflict as a sentence. */
export const conflictText = (conflict: Conflict): string => SENTENCES[conflict.kind](conflict);

const SENTENCES: Readonly<Record<ConflictKind, (conflict: Conflict) => string>> = {
  track: ({ other, ours }) => `${other.display} is already on ${ours.join(', ')}`,
  files: ({ other, ours, theirs }) => {
    const meet = ours.length === 1 ? 'meets' : 'meet';
    return `${ours.join(', ')} ${meet} ${theirs.join(', ')}, reserved by ${other.display}`;
  },
  items: ({ other, ours }) =>
    `${ours.join(', ')} ${ours.length === 1 ? 'is' : 'are'} claimed by ${other.display}`,
};

/** What is advised, as a sentence. */
export const recommendationText = ({ action, peer }: Recommendation): string =>
  ADVICE[action](peer?.display ?? '');

const ADVICE: Readonly<Record<RecommendedAction, (display: string) => string>> = {
  proceed: () => 'Proceed: nothing is in the way',
  switch: (display) => `Switch to other work: ${display} is at this`,
  wait: (display) => `Wait until ${display} is done with these files, or work on others`,
  'take-over': (display) => `Take over from ${display}, which is stale, or wait for it`,
};
