/** How a folder stands that the items of a loop share: its commit, its branch, and all that lies in it. */
export type FolderStand = Readonly<{
  /** Null before the first commit. */
  head: string | null;
  /** Null when no branch is checked out. */
  branch: string | null;
  /** With what is not committed. */
  tree: string;
}>;

/** Uncommitted changes of an item that was set aside. The row comes before the move of the files. */
export type Shelf = Readonly<{
  /** The rescue that holds them; null when all was committed. */
  ref: string | null;
  /** The folder with them, and without. */
  full: string;
  bare: string;
  branch: string | null;
  /** They are out of the folder, so that something else may begin there. */
  isCleared: boolean;
  /** How they come back: what lay in the folder when it was looked at, and what will. */
  back?: Readonly<{ stand: FolderStand; to: string; conflicts: readonly string[] }>;
}>;

const MOST_NAMED = 20;

/** What the agent is told when its folder is not as it left it; null when it is. */
export function returnText({ ref, branch, back }: Shelf, left: readonly string[]): string | null {
  const files = [...new Set([...(back?.conflicts ?? []), ...left])];
  const words = [
    ...(branch === (back?.stand.branch ?? null) ? [] : [branchWords(branch, back?.stand.branch ?? null)]),
    ...(files.length === 0 || ref === null ? [] : [conflictWords(files, ref)]),
  ];
  if (words.length === 0) return null;
  return [
    'While you waited for an answer, other work went on in this folder. Your uncommitted changes were kept.',
    ...words,
  ].join('\n\n');
}

const branchWords = (before: string | null, now: string | null): string =>
  `You were on ${branchName(before)}; the folder is on ${branchName(now)} now.`;

const branchName = (branch: string | null): string => (branch === null ? 'no branch' : `branch ${branch}`);

function conflictWords(files: readonly string[], ref: string): string {
  const named = files.slice(0, MOST_NAMED).map((file) => `    ${file}`);
  const more = files.length > MOST_NAMED ? [`    … and ${files.length - MOST_NAMED} more`] : [];
  return [
    'These files were changed by others too, and are as the others left them:',
    ...named,
    ...more,
    `Your version of each is in ${ref}: git show ${ref}:<file>. Bring your changes in again first.`,
  ].join('\n');
}
