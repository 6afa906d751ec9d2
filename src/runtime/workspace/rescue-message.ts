import type { Workspace } from '../../domain/workspace/workspace.ts';
import type { KeptHistory } from './inner-history.ts';

/** Where the work lay, and whose it was; no branch where none is known. */
export type RescuedFolder = Pick<Workspace, 'sessionId' | 'path' | 'branch'>;

/** All that a release found in a workspace. */
export type Finding = Readonly<{
  tree: string;
  /** Staged, and different from both the folder and the commit. */
  staged: string | null;
  head: string | null;
  loose: readonly string[];
  inner: readonly KeptHistory[];
  unsaved: readonly string[];
}>;

type Base = Pick<Finding, 'head' | 'staged'>;

const MAX_NAMED = 200;

export function renderRescueMessage({ sessionId, path, branch }: RescuedFolder, finding: Finding): string {
  const { loose, inner, unsaved } = finding;
  const lines = [
    `Work of ${sessionId} that was not on a branch`,
    '',
    `workspace: ${path}`,
    ...(branch === '' ? [] : [`branch: ${branch}`]),
    ...baseLines(finding),
    ...loose.map((commit) => `unfinished merge, pick or rebase: ${commit}`),
    ...listed('Repositories inside', inner.map(renderInner)),
    ...listed('Not saved here, only in the trash', unsaved.map(quote)),
  ];
  return `${lines.join('\n')}\n`;
}

/** Whether a rescue with this message was made from the same commit and the same staged files. */
export function hasSameBase(message: string, base: Base): boolean {
  const lines = message.split('\n');
  return baseLines(base).every((line) => lines.includes(line));
}

const baseLines = ({ head, staged }: Base): readonly string[] => [
  `head: ${head ?? 'none'}`,
  `staged: ${staged ?? 'nothing else'}`,
];

function listed(title: string, entries: readonly string[]): readonly string[] {
  if (entries.length === 0) return [];
  const more = entries.length > MAX_NAMED ? [`… and ${entries.length - MAX_NAMED} more`] : [];
  return ['', `${title}:`, ...[...entries.slice(0, MAX_NAMED), ...more].map((entry) => `  ${entry}`)];
}

function renderInner({ name, head, ref, isSaved }: KeptHistory): string {
  const at = head === null ? 'no commit' : `at ${head}`;
  const kept = ref === null ? 'nothing that its remotes do not have' : `its own commits are under ${ref}`;
  return `${quote(name)}, ${at}: ${isSaved ? kept : 'its commits could not be saved'}`;
}

// A name may contain a line end, which would end the line of the message.
const quote = (name: string): string =>
  /^[\x20-\x7e\u00a0-\uffff]*$/.test(name) ? name : JSON.stringify(name);
