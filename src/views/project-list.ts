import type { ProjectListAnswer } from '../contract/answer/project-list.ts';
import { oneLine } from './one-line.ts';
import { type OverviewView, overviewJson, renderOverview } from './session-overview.ts';
import type { Style } from './style.ts';

/** One project: its sessions, or why they cannot be shown. */
export type ProjectLook = Readonly<{ root: string }> &
  (Readonly<{ view: OverviewView; problem: null }> | Readonly<{ view: null; problem: string }>);

const NONE = 'No projects are known here. One is noted when swarm init or a session starts in it.\n';

/** Each project under its path. */
export function renderProjects(
  looks: readonly ProjectLook[],
  screen: Readonly<{ style: Style; columns: number }>,
): string {
  const { style } = screen;
  const parts = looks.map(({ root, view, problem }) => {
    const told =
      view === null ? `  ${style.yellow(oneLine(problem))}\n` : renderOverview(view, { ...screen, root });
    return `${style.bold(style.cyan(oneLine(root)))}\n${told}`;
  });
  return parts.length === 0 ? NONE : parts.join('\n');
}

export const projectsJson = (looks: readonly ProjectLook[]): ProjectListAnswer => ({
  projects: looks.map(({ root, view, problem }) => ({
    root,
    problem,
    overview: view === null ? null : overviewJson(view),
  })),
});
