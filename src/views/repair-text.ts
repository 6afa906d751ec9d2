import type { RepairedProjectAnswer } from '../contract/answer/project.ts';
import type { SessionEnding } from '../domain/session/session.ts';

export type RebuiltSession = Readonly<{
  sessionId: string;
  state: SessionEnding;
  attempts: number;
  worktree: string | null;
  rescues: number;
}>;

export type RepairedProject = Readonly<{
  rebuilt: readonly RebuiltSession[];
  kept: readonly Readonly<{ path: string; reason: string }>[];
}>;

/** What was made of folders that no row explained. */
export function renderRepair({ rebuilt, kept }: RepairedProject): string {
  if (rebuilt.length === 0 && kept.length === 0) return 'Nothing to repair: every session folder has a row\n';
  return [
    ...rebuilt.map((one) => `Rebuilt: ${one.sessionId} (${wordsOf(one).join(', ')})\n`),
    ...kept.map(({ path, reason }) => `Left alone: ${path} (${reason})\n`),
    ...(rebuilt.length > 0
      ? ['What was drawn before is kept in lost/ of each folder. Results: swarm result <session>\n']
      : []),
  ].join('');
}

const wordsOf = ({ state, attempts, worktree, rescues }: RebuiltSession): readonly string[] => [
  state,
  `${attempts} ${attempts === 1 ? 'attempt' : 'attempts'}`,
  ...(worktree === null ? [] : [`worktree ${worktree}`]),
  ...(rescues === 0 ? [] : [`${rescues} rescued: swarm rescue list`]),
];

export const repairJson = ({ rebuilt, kept }: RepairedProject): RepairedProjectAnswer => ({
  rebuilt: rebuilt.map(({ sessionId, ...rest }) => ({ session_id: sessionId, ...rest })),
  kept,
});
