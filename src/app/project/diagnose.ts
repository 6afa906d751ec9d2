import * as z from 'zod/mini';
import type { Config } from '../../contract/config.ts';
import { accept, type Outcome } from '../../domain/outcome.ts';
import { isMemoryWatched, type MachineMeans } from '../../domain/resource/limiter.ts';
import { checkMode, checksOfAgent } from '../../views/agent-checks.ts';
import { checkEnvironment, checkWrap, type Withheld } from '../../views/apart-checks.ts';
import { type Check, isWell } from '../../views/check-list.ts';
import {
  checkBudget,
  checkChannels,
  checkClaudeLimits,
  checkConfig,
  checkDisk,
  checkFolder,
  checkKeyChanges,
  checkNode,
  checkObserved,
  checkPause,
  checkProject,
  checkService,
  checkStore,
  checkSupervisor,
  checkTrust,
  checkVersion,
  type NeededProgram,
  type Observed,
} from '../../views/health-checks.ts';
import { checkMeans } from '../../views/resource-checks.ts';
import { checkCopies, checkLeft } from '../../views/store-checks.ts';
import { folderVerb } from '../verb.ts';
import type { AgentsPort, DoctorDeps, HealthPort } from './health-deps.ts';
import { cliOf, lookAtAgents } from './look-at-agents.ts';

/** Headless agents do without tmux. */
const TMUX = { program: 'tmux', needed: [3, 2], is: 'warn' } as const;
const GIT = { program: 'git', needed: [2, 20], is: 'bad' } as const;

/** Looks at everything that Swarm stands on. One thing that is bad hides no other. */
export async function diagnose(deps: DoctorDeps): Promise<Outcome<readonly Check[]>> {
  const { health, agents } = deps;
  const means = health.observeMeans();
  const checks = await Promise.all([
    health.observeNode().then((version) => [checkNode(version)]),
    checkProgram(health, TMUX, ['-V']),
    checkProgram(health, GIT, ['--version']),
    checksOfProject(deps, means),
    checksOfAgents(agents),
    health.observeFreeMb().then((free) => [checkObserved('disk', free, checkDisk)]),
    means.then((seen) => [checkObserved('limits', seen, checkMeans)]),
  ]);
  return accept(checks.flat());
}

async function checkProgram(
  health: HealthPort,
  needed: NeededProgram,
  words: readonly string[],
): Promise<readonly Check[]> {
  const said = await health.observeVersion(needed.program, words);
  return [checkObserved(needed.program, said, (text) => checkVersion(needed, text))];
}

async function checksOfProject(
  { health, agents }: DoctorDeps,
  means: Promise<Observed<MachineMeans>>,
): Promise<readonly Check[]> {
  const observation = await health.observeProject();
  const project = checkProject(observation);
  if (observation.found === null) return [project];
  const loaded = await health.observeConfig(observation.found.root);
  const config = checkObserved('config', loaded, checkConfig);
  if (loaded.is === 'trouble') return [project, config];
  const store = await health.observeStore();
  const left = await health.observeLeft();
  const machine = await means;
  const served = {
    liveSessions: store.is === 'seen' ? store.value.liveSessions : 0,
    isMemoryWatched: machine.is === 'seen' && isMemoryWatched(machine.value),
  };
  const copies = await health.observeCopies(observation.found.root, loaded.value.config.store);
  return [
    project,
    checkTrust(await health.observeTrust(observation.found.root)),
    config,
    checkObserved('store', store, checkStore),
    checkObserved('backups', copies, checkCopies),
    ...(left.is === 'seen' ? checkLeft(left.value) : []),
    checkObserved('supervisor', await health.observeSupervisor(), (seen) => checkSupervisor(seen, served)),
    checkObserved('service', await health.observeService(observation.found.root), checkService),
    ...(await health.observeBadFolders(observation.found.root, loaded.value.config.paths)).map(checkFolder),
    ...checkKeyChanges(await health.observeKeyChanges(observation.found.root)),
    ...checkPause(store),
    checkObserved(
      'agent.wrap',
      await health.observeWrap(observation.found.root, loaded.value.config),
      checkWrap,
    ),
    checkEnvironment(await lookAtEnvironment({ health, agents }, loaded.value.config)),
    await checkBudgets(agents, loaded.value.config),
    checkClaudeLimits(loaded.value.config),
    ...checkChannels(await health.observeChannels(loaded.value.config, loaded.value.config.notify.channels)),
  ];
}

async function checkBudgets(agents: AgentsPort, { budget }: Config): Promise<Check> {
  const silent = (await agents.list()).filter(({ can }) => !can.tellsCost).map(({ name }) => name);
  return checkBudget(budget, silent);
}

/** What is withheld from all, and what each agent CLI of the project gets of it. */
async function lookAtEnvironment({ health, agents }: DoctorDeps, config: Config): Promise<Withheld> {
  const names = await health.observeWithheld(config, []);
  const users = await agents.findUsers();
  const used = new Set([config.cli, ...users.personas.map((persona) => cliOf(persona, users))]);
  const own = (await agents.list()).filter(({ name }) => used.has(name));
  const given = own.map(async ({ name: cli, needs }) => {
    const withheld = await health.observeWithheld(config, needs?.({ command: config.acp.command }) ?? []);
    return { cli, names: names.filter((name) => !withheld.includes(name)) };
  });
  return { names, given: await Promise.all(given) };
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

export const diagnoseVerb = folderVerb({
  name: 'project.doctor',
  summary: 'Check this machine and this project, and suggest fixes',
  asks: 'anyone',
  reads: true,
  input: z.object({}),
  answer: async () => (await import('../../contract/answer/doctor.ts')).DoctorAnswer,
  run: diagnose,
  json: (checks) => ({ ok: isWell(checks), checks }),
});
