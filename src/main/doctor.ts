import { statfs } from 'node:fs/promises';
import { join } from 'node:path';
import { findAgent } from '../agents/registry.ts';
import { UsageError } from '../contract/usage-error.ts';
import { Fault } from '../domain/fault.ts';
import { pauseText } from '../domain/pause/pause.ts';
import { loadConfig } from '../runtime/config/load-config.ts';
import { listPersonas } from '../runtime/persona/list-personas.ts';
import { exec } from '../runtime/process/exec.ts';
import { findProgram } from '../runtime/process/find-program.ts';
import { placesOf } from '../runtime/project/places.ts';
import { checkMode, checksOfAgent } from '../views/agent-checks.ts';
import type { Check } from '../views/check-list.ts';
import { checkBudget } from './check-budget.ts';
import { checkNotify } from './check-notify.ts';
import { checkPlaces } from './check-places.ts';
import { type Around, cliOf, lookAtAgents } from './look-at-agents.ts';
import { type Env, packageDir, textsOf } from './project.ts';
import { lookFor } from './project-root.ts';
import type { OpenedApp } from './wire.ts';
import { wireNotifier } from './wire-notifier.ts';

type Patient = Readonly<{
  folder: string;
  project: string | null;
  env: Env;
  open: () => Promise<OpenedApp>;
}>;

const LITTLE_SPACE_MB = 1024;
const NO_SPACE_MB = 100;
const LOOK_LIMIT_MS = 5_000;

/** Looks at everything that Swarm stands on. One thing that is bad hides no other. */
export async function diagnose(patient: Patient): Promise<readonly Check[]> {
  const { env } = patient;
  const looks = await Promise.all([
    checkNode(),
    checkVersion(env, { program: 'tmux', words: ['-V'], needed: [3, 2], is: 'warn' }),
    checkVersion(env, { program: 'git', words: ['--version'], needed: [2, 20], is: 'bad' }),
    checkProject(patient),
    checkAgents(patient),
    checkDisk(patient.folder),
  ]);
  return looks.flat();
}

const ok = (name: string, found: string): Check => ({ name, is: 'ok', found, remedy: '' });

function checkNode(): Check {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const isGood = major > 20 || (major === 20 && minor >= 19);
  if (isGood) return ok('node', process.versions.node);
  return { name: 'node', is: 'bad', found: process.versions.node, remedy: 'install Node 20.19 or newer' };
}

type Wanted = Readonly<{
  program: string;
  words: readonly string[];
  needed: readonly [number, number];
  is: 'warn' | 'bad';
}>;

const checkVersion = (env: Env, wanted: Wanted): Promise<Check> =>
  checking(wanted.program, () => observeVersion(env, wanted));

async function observeVersion(env: Env, { program, words, needed, is }: Wanted): Promise<Check> {
  const wanted = needed.join('.');
  const remedy = `install ${program} ${wanted} or newer (apt install ${program}, brew install ${program})`;
  if (!(await findProgram(env.PATH ?? '', program))) return { name: program, is, found: 'not found', remedy };
  const { stdout } = await exec({ program, args: [...words], env: textsOf(env), timeoutMs: LOOK_LIMIT_MS });
  const [, major, minor] = /(\d+)\.(\d+)/.exec(stdout) ?? [];
  const found = stdout.trim();
  if (major === undefined) return ok(program, found);
  const isGood = Number(major) > needed[0] || (Number(major) === needed[0] && Number(minor) >= needed[1]);
  return isGood ? ok(program, found) : { name: program, is, found, remedy };
}

async function checkProject(patient: Patient): Promise<readonly Check[]> {
  const { env, folder } = patient;
  const found = lookFor(folder, patient);
  if (found === null) {
    return [{ name: 'project', is: 'bad', found: `none in ${folder} or above it`, remedy: 'swarm init' }];
  }
  const project = ok('project', `${found.root} (${found.because})`);
  const config = await checking('config', async () => {
    const { file, warnings } = await loadConfig({ root: found.root, env });
    const [warning] = warnings;
    if (warning) return { name: 'config', is: 'warn', found: warning, remedy: 'swarm config show' };
    return ok('config', file ?? 'defaults (no swarm.config.json)');
  });
  if (config.is === 'bad') return [project, config];
  const budget = await checking('budget', async () => checkBudget((await patient.open()).project.config));
  const { config: settings } = await loadConfig({ root: found.root, env });
  const notify = await checkNotify(settings, wireNotifier({ config: settings, pass: null }, env));
  const pause = await checkPause(patient);
  const places = await checkPlaces(placesOf(found.root, settings.paths));
  return [
    ...[project, config, await checkStore(patient), await checkSupervisor(patient)],
    ...places,
    ...pause,
    budget,
    ...notify,
  ];
}

const checkStore = ({ open }: Patient): Promise<Check> =>
  checking('store', async () => {
    const { project } = await open();
    const { length } = await project.store.listLive();
    return ok(
      'store',
      `${project.config.store === null ? project.places.dbFile : 'Postgres'}, ${length} live sessions`,
    );
  });

async function checkPause({ open }: Patient): Promise<readonly Check[]> {
  const check = await checking('pause', async () => {
    const pause = await (await open()).project.store.findPause();
    if (!pause) return ok('pause', '');
    return { name: 'pause', is: 'warn', found: pauseText(pause), remedy: 'swarm unpause' };
  });
  return check.is === 'warn' ? [check] : [];
}

const checkSupervisor = ({ open }: Patient): Promise<Check> =>
  checking('supervisor', async () => {
    const client = await (await open()).connect();
    client?.close();
    return ok(
      'supervisor',
      client ? `runs (pid ${client.greeting.pid})` : 'not running; starts when it is needed',
    );
  });

/** What the doctor knows of the project before it looks at the agent CLIs. */
export async function aroundOf(patient: Pick<Patient, 'folder' | 'project' | 'env'>): Promise<Around> {
  const { folder, env } = patient;
  const root = lookFor(folder, patient)?.root ?? null;
  const loaded = root === null ? null : await loadConfig({ root, env }).catch(() => null);
  if (root === null || loaded === null) return { root: root ?? folder, env, config: null, personas: [] };
  const { config } = loaded;
  const shipped = join(packageDir(), 'agents');
  const { personas } = await listPersonas({ root, agents: config.paths.agents, shipped });
  return { root, env, config, personas };
}

async function checkAgents(patient: Patient): Promise<readonly Check[]> {
  const around = await aroundOf(patient);
  const seen = await lookAtAgents(around);
  const modes = around.personas.flatMap((persona) => {
    const { name, permissionMode: mode } = persona;
    if (mode === null) return [];
    const known = findAgent(cliOf(persona, around) ?? '')?.permissionModes?.[mode];
    return [checkMode({ persona: name, mode, known })];
  });
  return [...seen.flatMap(checksOfAgent), ...modes];
}

const checkDisk = (folder: string): Promise<Check> =>
  checking('disk', async () => {
    const { bavail, bsize } = await statfs(folder);
    const freeMb = Math.floor((bavail * bsize) / 1_048_576);
    const is = freeMb < NO_SPACE_MB ? 'bad' : freeMb < LITTLE_SPACE_MB ? 'warn' : 'ok';
    return {
      name: 'disk',
      is,
      found: `${freeMb} MB free`,
      remedy: is === 'ok' ? '' : 'free some: swarm clean',
    };
  });

async function checking(name: string, look: () => Promise<Check>): Promise<Check> {
  try {
    return await look();
  } catch (error) {
    const hint = error instanceof UsageError || error instanceof Fault ? error.hint : '';
    return { name, is: 'bad', found: error instanceof Error ? error.message : String(error), remedy: hint };
  }
}
