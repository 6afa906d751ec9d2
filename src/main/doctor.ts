import { constants } from 'node:fs';
import { access, statfs } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { UsageError } from '../contract/usage-error.ts';
import { Fault } from '../domain/fault.ts';
import { loadConfig } from '../runtime/config/load-config.ts';
import { exec } from '../runtime/process/exec.ts';
import type { Check } from '../views/check-list.ts';
import type { Env } from './project.ts';
import { lookFor } from './project-root.ts';
import type { OpenedApp } from './wire.ts';

type Patient = Readonly<{
  folder: string;
  project: string | null;
  env: Env;
  open: () => Promise<OpenedApp>;
}>;

const AGENT_PROGRAMS = ['claude', 'codex', 'gemini', 'opencode'];
const LITTLE_SPACE_MB = 1024;
const NO_SPACE_MB = 100;
const LOOK_LIMIT_MS = 5_000;

/** Looks at everything that Swarm stands on. One thing that is bad hides no other. */
export async function diagnose(patient: Patient): Promise<readonly Check[]> {
  const { env } = patient;
  const machine = [
    checkNode(),
    await checkVersion(env, { program: 'tmux', words: ['-V'], needed: [3, 2], is: 'warn' }),
    await checkVersion(env, { program: 'git', words: ['--version'], needed: [2, 20], is: 'bad' }),
  ];
  return [
    ...machine,
    ...(await checkProject(patient)),
    await checkAgents(env),
    await checkDisk(patient.folder),
  ];
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

async function checkVersion(env: Env, { program, words, needed, is }: Wanted): Promise<Check> {
  const wanted = needed.join('.');
  const remedy = `install ${program} ${wanted} or newer (apt install ${program}, brew install ${program})`;
  if (!(await findProgram(env, program))) return { name: program, is, found: 'not found', remedy };
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
  return [project, config, await checkStore(patient), await checkSupervisor(patient)];
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

const checkSupervisor = ({ open }: Patient): Promise<Check> =>
  checking('supervisor', async () => {
    const client = await (await open()).connect();
    client?.close();
    return ok(
      'supervisor',
      client ? `runs (pid ${client.greeting.pid})` : 'not running; starts when it is needed',
    );
  });

async function checkAgents(env: Env): Promise<Check> {
  const found = await Promise.all(
    AGENT_PROGRAMS.map(async (name) => ({ name, path: await findProgram(env, name) })),
  );
  const here = found.filter(({ path }) => path !== null);
  if (here.length > 0) return ok('agent CLIs', here.map(({ path }) => path).join(', '));
  return {
    name: 'agent CLIs',
    is: 'warn',
    found: `none of ${AGENT_PROGRAMS.join(', ')} on PATH`,
    remedy: 'install one; "rehearsal" and "cli: command" work without',
  };
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

async function findProgram({ PATH = '' }: Env, name: string): Promise<string | null> {
  for (const folder of PATH.split(delimiter).filter((part) => part !== '')) {
    const path = join(folder, name);
    if (await isProgram(path)) return path;
  }
  return null;
}

const isProgram = (path: string): Promise<boolean> =>
  access(path, constants.X_OK).then(
    () => true,
    () => false,
  );

const textsOf = (env: Env): Record<string, string> =>
  Object.fromEntries(
    Object.entries(env).flatMap(([name, text]) => (text === undefined ? [] : [[name, text]])),
  );
