import { expect, test } from 'vitest';
import { claude } from '../../agents/claude.ts';
import { FixedProjectAnswer, PlannedFixesAnswer } from '../../contract/answer/doctor.ts';
import type { Agent } from '../../domain/agent/agent.ts';
import type { StartContext } from '../../domain/agent/obstacle.ts';
import type { Mending } from '../../runtime/agent/mend-file.ts';
import { fixProject, fixProjectVerb } from './fix-project.ts';
import type { AgentsPort, DoctorDeps, HealthPort } from './health-deps.ts';
import { planFixes, planFixesVerb } from './plan-fixes.ts';

const FILE = '/h/talk.json';

const talk = {
  name: 'talk',
  program: { name: 'talk', versionArgs: [], oldest: '1.0', install: 'npm install talk' },
  can: claude.can,
  startFiles: () => [{ path: FILE, look: 'text' }],
  foresee: (_: StartContext, files: Readonly<Record<string, string | null>>) =>
    files[FILE]?.includes('true')
      ? []
      : [
          {
            code: 'trust',
            what: 'it would ask about the folder',
            remedy: 'say yes',
            isCertain: true,
            fix: { file: FILE, path: ['trusted'], value: true },
          },
        ],
  runningFolder: () => '/h/run',
} as Partial<Agent> as Agent;

/** A machine with one agent CLI that would ask before it starts. */
function stage() {
  const world = { text: '{"trusted":false}', running: [] as string[], mended: [] as unknown[] };
  const agents: AgentsPort = {
    list: async () => [talk],
    findUsers: async () => ({
      root: '/shop',
      config: { cli: 'talk', mode: 'headless', acp: { command: [] } },
      personas: [],
    }),
    observeProgram: async () => ({ is: 'found', path: '/bin/talk', said: '1.2.3' }),
    observeContext: async (start) => ({ ...start, home: '/h' }) as StartContext,
    probe: async () => null,
    readFiles: async () => ({ [FILE]: world.text }),
    listRunning: async () => world.running,
    ensureMended: async ({ changes }: Omit<Mending, 'now'>) => {
      if (changes[0]?.from !== 'false') return { is: 'moved' };
      world.text = '{"trusted":true}';
      world.mended.push(changes);
      return { is: 'made', backup: `${FILE}.bak` };
    },
  };
  const health: HealthPort = {
    observeNode: async () => '22.0.0',
    observeVersion: async () => ({ is: 'seen', value: '9.9' }),
    observeFreeMb: async () => ({ is: 'seen', value: 5_000 }),
    observeProject: async () => ({ folder: '/shop', found: null }),
    observeConfig: async () => ({ is: 'trouble', problem: 'none', hint: '' }),
    observeBadFolders: async () => [],
    observeTrust: async () => 'record',
    observeKeyChanges: async () => ({ is: 'seen', value: [] }),
    observeStore: async () => ({ is: 'trouble', problem: 'none', hint: '' }),
    observeCopies: async () => ({ is: 'seen', value: null }),
    observeLeft: async () => ({ is: 'seen', value: [] }),
    observeSupervisor: async () => ({ is: 'seen', value: null }),
    observeService: async () => ({ is: 'seen' as const, value: null }),
    observeWrap: async () => ({ is: 'seen' as const, value: { is: 'none' as const } }),
    observeMeans: async () => ({ is: 'trouble', problem: 'none', hint: '' }),
    observeWithheld: async () => [],
    observeChannels: async () => [],
  };
  return { world, deps: { agents, health } satisfies DoctorDeps };
}

async function planned(deps: DoctorDeps) {
  const outcome = await planFixes(deps);
  return PlannedFixesAnswer.parse(outcome.ok && planFixesVerb.json(outcome.value)).fixes;
}

async function fixed(deps: DoctorDeps, fixes: Parameters<typeof fixProject>[1]['fixes']) {
  const outcome = await fixProject(deps, { fixes });
  return FixedProjectAnswer.parse(outcome.ok && fixProjectVerb.json(outcome.value)).fixes;
}

const REF = { file: FILE, key: ['trusted'], from: 'false' };

test('a planned change is made once, and a second plan finds nothing left', async () => {
  const { deps, world } = stage();
  expect(await planned(deps)).toMatchObject([{ ...REF, cli: 'talk', to: true, running: null }]);
  expect(await fixed(deps, [REF])).toMatchObject([{ is: 'made', backup: `${FILE}.bak` }]);
  expect([world.mended.length, await planned(deps), await fixed(deps, [REF])]).toEqual([1, [], []]);
});

test('only what is planned can be made, whatever a request names', async () => {
  const { deps, world } = stage();
  expect(await fixed(deps, [{ ...REF, file: '/etc/passwd' }])).toEqual([]);
  expect(await fixed(deps, [{ ...REF, key: ['other'] }])).toEqual([]);
  expect(world.mended).toEqual([]);
});

test('a file that changed since it was shown, or whose CLI runs by now, is left alone', async () => {
  const { deps, world } = stage();
  expect(await fixed(deps, [{ ...REF, from: null }])).toMatchObject([{ is: 'moved' }]);
  world.running = ['/h/run/12.json'];
  expect(await fixed(deps, [REF])).toMatchObject([{ is: 'running' }]);
  expect(world.mended).toEqual([]);
});
