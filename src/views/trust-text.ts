import type { Runnable, TrustOrigin } from '../domain/trust/runnable.ts';
import { visibleLine, visibleText } from './visible-text.ts';

type TrustScope = Readonly<{ root: string; runnables: readonly Runnable[] }>;

/** Everything that a project would run, whole; what a terminal would obey or hide is made visible. */
export function renderRunnables(runnables: readonly Runnable[]): string {
  return runnables
    .map(({ file, what, text }) => `  ${visibleLine(file)} (${visibleLine(what)})\n${indented(text)}\n`)
    .join('');
}

const indented = (text: string): string =>
  visibleText(text)
    .split('\n')
    .map((line) => `      ${line}\n`)
    .join('');

export const renderTrustQuestion = ({ root, runnables }: TrustScope): string =>
  `You have not trusted this project yet: ${visibleLine(root)}\n` +
  `By its own files it would run, or have agents run:\n\n${renderRunnables(runnables)}` +
  'Trust it, now and later? [y/N]: ';

export const BECAUSE: Readonly<Record<TrustOrigin, string>> = {
  record: 'you said so',
  environment: 'SWARM_TRUST=1, for this command',
  worktree: 'it is a worktree of a repository that you trust',
  attempt: 'it is the project of this session',
};

/** Whether a project is trusted, and what it would run. */
export function renderTrust({
  root,
  runnables,
  origin,
}: TrustScope & { origin: TrustOrigin | null }): string {
  const head = origin === null ? '⚠️  Not trusted' : `✅ Trusted (${BECAUSE[origin]})`;
  const list = runnables.length === 0 ? 'It brings nothing that would run\n' : renderRunnables(runnables);
  return `${head}: ${visibleLine(root)}\n\n${list}`;
}
