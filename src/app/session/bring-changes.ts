import type { ResolvedSession } from './resolve-session.ts';

export type ChangesDeps = Readonly<{
  /** Files of the checkout that are not committed. */
  observeChanges: () => Promise<readonly string[]>;
  /** A commit of the checkout as it lies there, on top of this one. */
  commitChanges: (head: string) => Promise<string>;
}>;

const NAMED_FILES = 5;

/** A workspace begins at a commit: what is not committed is taken along, or said to be missing. */
export async function bringChanges(
  deps: ChangesDeps,
  resolved: ResolvedSession,
  isWanted: boolean,
): Promise<ResolvedSession> {
  const { head, warnings } = resolved;
  const files = head === null ? [] : await deps.observeChanges();
  if (head === null || files.length === 0) return resolved;
  if (isWanted) return { ...resolved, head: await deps.commitChanges(head) };
  return { ...resolved, warnings: [...warnings, missingText(files)] };
}

function missingText(files: readonly string[]): string {
  const more = files.length - NAMED_FILES;
  const named = `${files.slice(0, NAMED_FILES).join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
  const what = files.length === 1 ? '1 uncommitted file is' : `${files.length} uncommitted files are`;
  return `${what} not in its workspace: ${named}. --with-changes takes them along`;
}
