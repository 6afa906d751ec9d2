import type { Rescue } from '../../domain/workspace/rescue.ts';
import type { Git } from './git.ts';

export const RESCUES = 'refs/swarm/rescue';
/** Histories of repositories that lay inside a released workspace. */
export const INNER_HISTORIES = 'refs/swarm/inner';

const FORMAT = ['%(refname)', '%(objectname)', '%(committerdate:unix)', '%(contents:subject)'].join('%00');

/** Newest first. */
export async function listRescues(git: Git, gitDir: string, sessionId?: string): Promise<readonly Rescue[]> {
  const under = sessionId === undefined ? RESCUES : `${RESCUES}/${sessionId}`;
  const text = await git.ask(['for-each-ref', '--sort=-committerdate', `--format=${FORMAT}`, under], {
    gitDir,
  });
  return text.split('\n').flatMap((line) => parseRescue(line) ?? []);
}

/** By its full name. */
export async function findRescue(git: Git, gitDir: string, ref: string): Promise<Rescue | null> {
  const text = await git.ask(['for-each-ref', `--format=${FORMAT}`, ref], { gitDir });
  return parseRescue(text);
}

function parseRescue(line: string): Rescue | null {
  const [ref = '', commit = '', seconds = '', subject = ''] = line.split('\0');
  const name = ref.match(/^refs\/swarm\/rescue\/(.+)\/(\d+)$/);
  if (!name) return null;
  return {
    ref,
    sessionId: name[1] ?? '',
    number: Number(name[2]),
    commit,
    at: Number(seconds) * 1_000,
    subject,
  };
}

/** The message, and the files that differ from the commit that the work was based on. */
export async function renderRescue(git: Git, gitDir: string, { ref, commit }: Rescue): Promise<string> {
  const [, parent] = (await git.ask(['rev-list', '--parents', '--max-count=1', commit], { gitDir })).split(
    ' ',
  );
  const head = await git.ask(['show', '--no-patch', '--format=%H%n%cI%n%n%B', commit], { gitDir });
  const between = parent === undefined ? ['--root', commit] : [parent, commit];
  const stat = await git.ask(['diff-tree', '--no-commit-id', '--stat=100', '-r', ...between], { gitDir });
  return `${ref}\n${head.trimEnd()}\n\n${stat.trimEnd()}\n`;
}
