import type { Refusal } from '../refusal.ts';

/** What is known of a session before it is decided where it works. */
export type IsolationInput = Readonly<{
  /** What the person asked for; undefined when nothing was said. */
  asked: boolean | undefined;
  /** What the persona says; null when it says nothing. */
  persona: boolean | null;
  /** The project's setting. */
  standard: 'auto' | 'here';
  /** A program or a rehearsed script, which no model steers. */
  isScripted: boolean;
  writes: boolean;
}>;

/** `preferred`: a workspace where git can give one, else the checkout. */
export type WorkspaceNeed = 'required' | 'preferred' | 'none';

/** An agent that writes gets a worktree: two in one folder undo each other's work, and the person's. */
export function decideWorkspace({
  asked,
  persona,
  standard,
  isScripted,
  writes,
}: IsolationInput): WorkspaceNeed {
  if (asked !== undefined) return asked ? 'required' : 'none';
  if (persona !== null) return persona ? 'preferred' : 'none';
  return isScripted || !writes || standard === 'here' ? 'none' : 'preferred';
}

/** Whether it would share the checkout with another writer without the person's word for it. */
export const needsCheckoutAlone = ({ asked, standard, isScripted, writes }: IsolationInput): boolean =>
  asked === undefined && standard === 'auto' && writes && !isScripted;

/** Why it works in the checkout although a workspace was preferred; null when that is no reason to go on. */
export function reasonForCheckout({ code }: Refusal): string | null {
  switch (code) {
    case 'not-a-repository':
      return 'there is no git repository here';
    case 'no-commit-yet':
      return 'this repository has no commit yet';
    case 'git-missing':
      return 'git is not installed';
    case 'git-too-old':
      return 'git is too old for worktrees';
    default:
      return null;
  }
}
