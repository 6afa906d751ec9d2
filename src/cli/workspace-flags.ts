import { UsageError } from '../contract/usage-error.ts';
import type { Flag } from './flag.ts';

export const WORKSPACE_FLAGS: readonly Flag[] = [
  { name: 'workspace', key: 'workspace', about: 'Give it a git worktree and branch of its own' },
  { name: 'here', key: 'here', about: 'Let it write to your checkout, beside others too' },
];

type WorkspaceFlags = Readonly<{ workspace?: boolean | undefined; here: boolean }>;

/** What the two flags say together; undefined when neither was given. */
export function workspaceOf({ workspace, here }: WorkspaceFlags): boolean | undefined {
  if (workspace && here) throw new UsageError('--workspace and --here are opposites', { key: 'here' });
  return here ? false : workspace;
}
