import * as z from 'zod/mini';
import type { Config } from '../../contract/config.ts';
import { accept, type Outcome } from '../../domain/outcome.ts';
import { checkMode, checksOfAgent } from '../../views/agent-checks.ts';
import { type Check, isWell } from '../../views/check-list.ts';
import {
  checkBudget,
  checkChannels,
  checkConfig,
  checkDisk,
  checkNode,
  checkPause,
  checkPlace,
  checkProject,
  checkSighted,
  checkStore,
  checkSupervisor,
  checkVersion,
  type NeededProgram,
} from '../../views/health-checks.ts';
import { placeVerb } from '../verb.ts';
import type { AgentsPort, DoctorDeps, HealthPort } from './health-deps.ts';
import { cliOf, lookAtAgents } from './look-at-agents.ts';

/** Headless agents do without tmux. */
const TMUX = { program: 'tmux', needed: [3, 2], is: 'warn' } as const;
const GIT = { program: 'git', needed: [2, 20], is: 'bad' } as const;

/** Looks at everything that Swarm stands on. One thing that is bad hides no other. */
export async function diagnose(deps: DoctorDeps): Promise<Outcome<readonly Check[]>> {
  const { health, agents } = deps;
  const checks = await Promise.all([
    health.observeNode().then((version) => [checkNode(version)]),
    checkProgram(health, TMUX, ['-V']),
    checkProgram(health, GIT, ['--version']),
    checksOfProject(deps),
    checksOfAgents(agents),
    health.observeFreeMb().then((free) => [checkSighted('disk', free, checkDisk)]),
  ]);
  return accept(checks.flat());
}

async function checkProgram(
  health: HealthPort,
  needed: NeededProgram,
  words: readonly string[],
): Promise<readonly Check[]> {
  const said = await health.observeVersion(needed.program, words);
  return [checkSighted(needed.program, said, (text) => checkVersion(needed, text))];
}

async function checksOfProject({ health, agents }: DoctorDeps): Promise<readonly Check[]> {
  const sight = await health.observeProject();
  const project = checkProject(sight);
  if (sight.found === null) return [project];
  const loaded = await health.observeConfig(sight.found.root);
  const config = checkSighted('config', loaded, checkConfig);
  if (loaded.is === 'trouble') return [project, config];
  const store = await health.observeStore();
  return [
    project,
    config,
    checkSighted('store', store, checkStore),
    checkSighted('supervisor', await health.observeSupervisor(), checkSupervisor),
    ...(await health.observeBadPlaces(sight.found.root, loaded.value.config.paths)).map(checkPlace),
    ...checkPause(store),
    await checkBudgets(agents, loaded.value.config),
    ...checkChannels(await health.observeChannels(loaded.value.config, loaded.value.config.notify.channels)),
  ];
}

async function checkBudgets(agents: AgentsPort, { budget }: Config): Promise<Check> {
  const silent = (await agents.list()).filter(({ can }) => !can.tellsCost).map(({ name }) => name);
  return checkBudget(budget, silent);
}

async function checksOfAgents(port: AgentsPort): Promise<readonly Check[]> {
  const users = await port.findUsers();
  const seen = await lookAtAgents(port, users);
  const all = await port.list();
  const modes = users.personas.flatMap((persona) => {
    const { name, permissionMode: mode } = persona;
    if (mode === null) return [];
    const agent = all.find((one) => one.name === cliOf(persona, users));
    return [checkMode({ persona: name, mode, known: agent?.permissionModes?.[mode] })];
  });
  return [...seen.flatMap(checksOfAgent), ...modes];
}

export const diagnoseVerb = placeVerb({
  name: 'project.doctor',
  summary: 'Check this machine and this project, with remedies',
  asks: 'anyone',
  reads: true,
  input: z.object({}),
  answer: async () => (await import('../../contract/answer/doctor.ts')).DoctorAnswer,
  run: diagnose,
  json: (checks) => ({ ok: isWell(checks), checks }),
});
