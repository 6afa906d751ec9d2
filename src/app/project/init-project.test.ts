import { expect, test } from 'vitest';
import { InitAnswer } from '../../contract/answer/init.ts';
import type { Runnable } from '../../domain/trust/runnable.ts';
import type { NewProject } from '../../runtime/project/new-project.ts';
import { initProject, initProjectVerb } from './init-project.ts';
import type { KnownProjects } from './list-projects.ts';
import type { TrustPort } from './trust-deps.ts';

/** A project of paths alone. */
function makeProject(...there: string[]) {
  const paths = new Set(there);
  const touch = (path: string) => {
    const is = paths.has(path) ? ('kept' as const) : ('created' as const);
    paths.add(path);
    return { path, is };
  };
  const project: NewProject = {
    root: '/shop',
    agentsDir: 'agents',
    plansDir: '.swarm/plans',
    has: async (path) => paths.has(path),
    ensureSwarmDir: async () => touch('.swarm/'),
    ensureFile: async (path) => touch(path),
    drawFile: async (path) => touch(path),
    ensureFolder: async (path) => touch(`${path}/`),
  };
  const runnables: Runnable[] = [];
  let isTrusted = false;
  const trust: TrustPort = {
    assertProject: async () => {},
    observe: async () => ({ root: '/shop', origin: isTrusted ? 'record' : null, record: '', runnables }),
    save: async () => {
      isTrusted = true;
    },
    remove: async () => {},
  };
  const noted: string[] = [];
  const projects: KnownProjects = {
    note: async (root) => void noted.push(root),
    list: async () => noted,
    observe: async (root) => ({ root, view: null, problem: '' }),
  };
  const init = async () => {
    const made = await initProject({ newProject: async () => project, trust, projects });
    if (!made.ok) throw new Error(made.refusal.code);
    return InitAnswer.parse(initProjectVerb.json(made.value));
  };
  return { init: async () => (await init()).touched, initWhole: init, runnables, noted };
}

const runnable = (by: Runnable['by']): Runnable => ({ by, file: 'f', what: 'w', text: 't' });

test('a project without anything for Swarm to run is trusted by being set up', async () => {
  expect(await makeProject().initWhole()).toMatchObject({ trusted: true, runs: [] });
  const withHooks = makeProject();
  withHooks.runnables.push(runnable('cli'));
  expect(await withHooks.initWhole()).toMatchObject({ trusted: true, runs: [runnable('cli')] });
});

test('a project that brings what Swarm would run is set up, and not trusted', async () => {
  const project = makeProject('swarm.config.json');
  project.runnables.push(runnable('swarm'));
  expect(await project.initWhole()).toMatchObject({ trusted: false, runs: [runnable('swarm')] });
});

test('a project that is set up is noted among those of the person', async () => {
  const { init, noted } = makeProject();
  await init();
  expect(noted).toEqual(['/shop']);
});

test('what is missing is made once, and kept the second time', async () => {
  const { init } = makeProject();
  expect(await init()).toEqual([
    { path: '.swarm/', is: 'created' },
    { path: '.swarm/swarm.config.schema.json', is: 'created' },
    { path: 'swarm.config.json', is: 'created' },
    { path: '.swarm/plans/', is: 'created' },
    { path: 'agents/example/example-agent.md', is: 'created' },
  ]);
  expect((await init()).map(({ is }) => is)).toEqual(['kept', 'kept', 'kept', 'kept', 'kept']);
});

test('a project that has personas gets no example, and its configuration is kept', async () => {
  expect(await makeProject('swarm.config.json', 'agents').init()).toEqual([
    { path: '.swarm/', is: 'created' },
    { path: '.swarm/swarm.config.schema.json', is: 'created' },
    { path: 'swarm.config.json', is: 'kept' },
    { path: '.swarm/plans/', is: 'created' },
  ]);
});
