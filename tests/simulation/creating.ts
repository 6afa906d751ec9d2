import type { VerbDeps } from '../../src/app/deps.ts';
import { beginSession, type createSession } from '../../src/app/session/create-session.ts';
import type { Family } from '../../src/app/session/family.ts';
import { accept, refuse } from '../../src/domain/outcome.ts';
import { AGENTS, PERSONAS, PLAN_PERSONAS } from './project.ts';

/** What every verb that begins a session needs of this project. */
export const creating = (deps: VerbDeps): Parameters<typeof createSession>[0] => ({
  ...deps,
  findPersona: async (name) => {
    const persona = [...PERSONAS, ...PLAN_PERSONAS].find((one) => one.name === name);
    return persona
      ? accept(persona)
      : refuse({ code: 'persona-not-found', name, folder: '', near: [], misplaced: null });
  },
  findAgent: async (cli) => {
    const agent = AGENTS.get(cli);
    return agent ? accept(agent) : refuse({ code: 'cli-unknown', name: cli, known: [] });
  },
  hasProgram: async () => true,
  observeTmux: async () => null,
  observeHead: async () => accept('head'),
  readAgentFile: async (path) => accept({ path, text: '{}' }),
  checkSchema: async () => null,
  root: '/p',
  observeChanges: async () => [],
  commitChanges: async (head) => head,
  workspacePath: (sessionId) => `/w/${sessionId}`,
  hasFolder: () => false,
  nameOf: () => ({ sessionDir: '', promptFile: '', resultFile: '', paneSession: '' }),
  observeWrap: async () => ({ is: 'none' as const }),
  observeMeans: async () => ({
    cgroup: null,
    systemd: null,
    canPin: false,
    canWatch: true,
    cpus: [0],
    memoryMb: 1000,
    openFiles: null,
  }),
  observeWithheld: async () => [],
  observeUsedMb: async () => 0,
});

/** What a session asks about those that it began. Agents of this world look at nothing. */
export const simulatedFamily = (deps: VerbDeps): Family => ({
  begin: (input, { by, taken }) => beginSession(creating({ ...deps, by }), input, taken),
  show: async ({ sessionId }) => refuse({ code: 'session-not-found', sessionId, near: [] }),
  readResult: async ({ sessionId }) => refuse({ code: 'session-not-found', sessionId, near: [] }),
  readOutput: async ({ sessionId }) => refuse({ code: 'session-not-found', sessionId, near: [] }),
});
