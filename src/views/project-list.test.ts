import { expect, test } from 'vitest';
import { sampleSession } from '../../tests/samples/session.ts';
import { ProjectListAnswer } from '../contract/answer/project-list.ts';
import { type ProjectLook, projectsJson, renderProjects } from './project-list.ts';
import type { OverviewView } from './session-overview.ts';
import { styleFor } from './style.ts';

const view: OverviewView = {
  groups: [{ group: 'review', count: 1, sessions: [sampleSession({ id: 's-1', state: 'completed' })] }],
  questions: [],
  branches: new Map([['s-1', 'swarm/s-1']]),
  words: new Map(),
  next: { is: 'merge-session', sessionId: 's-1' },
  pause: null,
  isWhole: false,
  now: sampleSession().stateSince,
};
const looks: readonly ProjectLook[] = [
  { root: '/srv/my shop', view, problem: null },
  { root: '/srv/strange', view: null, problem: 'Not trusted' },
];
const draw = (shown: readonly ProjectLook[]): string =>
  renderProjects(shown, { style: styleFor(false), columns: 200 });

test('each project stands under its path, with a command that names it, or with the reason why not', () => {
  expect(draw(looks)).toMatch(
    new RegExp(
      [
        '^/srv/my shop\nReady for review\n  s-1 .*\n\n',
        "Next: swarm -C '/srv/my shop' merge s-1\n\n",
        '/srv/strange\n  Not trusted\n$',
      ].join(''),
    ),
  );
  expect(draw([])).toContain('No projects are known');
});

test('programs get the same', () => {
  expect(ProjectListAnswer.parse(projectsJson(looks))).toMatchObject({
    projects: [
      { root: '/srv/my shop', problem: null, overview: { next: 'swarm merge s-1' } },
      { root: '/srv/strange', problem: 'Not trusted', overview: null },
    ],
  });
});
