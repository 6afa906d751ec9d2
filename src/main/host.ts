import { join, resolve } from 'node:path';
import type { AttemptDoor, Fixes, Host, Rescues, SupervisorControl } from '../cli/host.ts';
import { environmentName, isSettingKey } from '../contract/config.ts';
import { loadConfig } from '../runtime/config/load-config.ts';
import { askWith, loadVerb } from './ask.ts';
import type { Env } from './project.ts';
import { askedFolder, lookFor, projectRoot } from './project-root.ts';
import type { OpenedApp } from './wire.ts';

export type LocalHost = Host & Readonly<{ close(): Promise<void> }>;

type Place = Readonly<{
  project: string | null;
  settings: Readonly<Record<string, string>>;
  env: Env;
  cwd: string;
}>;

/** This machine, this project. What is slow to open is opened when a command first needs it. */
export function openHost(place: Place): LocalHost {
  const { cwd, settings: flags } = place;
  const env = withSettings(place);
  const asked = { project: place.project, env, cwd };
  let opening: Promise<OpenedApp> | null = null;
  const open = (): Promise<OpenedApp> => {
    opening ??= openProject(projectRoot(asked), { env, flags });
    return opening;
  };
  const settings = () => loadConfig({ root: projectRoot(asked), env: place.env, flags });
  const personaNames = async (): Promise<readonly string[]> => {
    const { listPersonaNames } = await import('../runtime/persona/list-personas.ts');
    const { packageDir } = await import('./project.ts');
    const { config } = await settings();
    const root = projectRoot(asked);
    return listPersonaNames({ root, agents: config.paths.agents, shipped: join(packageDir(), 'agents') });
  };
  return {
    attempt: attemptDoor(env),
    now: Date.now,
    app: async () => (await open()).app,
    ask: askWith({ project: async () => (await open()).deps, place: {} }),
    verb: loadVerb,
    wakes: async () => (await open()).deps.openWakes(),
    readTask: async (file) =>
      (await import('../runtime/prompt/read-prompt.ts')).readPrompt({
        file,
        cwd,
        stdin: process.stdin,
        limitBytes: await promptLimit(settings, env),
      }),
    writeText: (file, text) => writeWhole(cwd, file, text),
    openOutput: async (report) => (await open()).deps.openOutput(report.sessionDir),
    attach: async (report) => (await import('./attach-pane.ts')).attachPane(await open(), report, env),
    async config() {
      const { file, settled } = await settings();
      return { file, settled, root: projectRoot(asked) };
    },
    async testChannels(channel) {
      const { config } = await settings();
      const { testChannels } = await import('./test-channels.ts');
      return testChannels({ config, root: projectRoot(asked) }, env, channel);
    },
    async diagnose() {
      const folder = askedFolder(asked);
      return (await import('./doctor.ts')).diagnose({ folder, project: place.project, env, open });
    },
    async init() {
      const folder = askedFolder(asked);
      const root = lookFor(folder, asked)?.root ?? folder;
      return (await import('./init-project.ts')).initProject(root, await loadConfig({ root, env, flags }));
    },
    personaNames,
    async workflows() {
      const { openWorkflows } = await import('./workflows.ts');
      return openWorkflows({ root: projectRoot(asked), cwd, personaNames });
    },
    demo: async (tell) => (await import('./demo/run-demo.ts')).runDemo(env, tell),
    fixes: lazyFixes(() => ({ folder: askedFolder(asked), project: place.project, env })),
    supervisor: lazySupervisor(open, env),
    rescues: lazyRescues(open, cwd),
    // What could not be opened has been complained about already.
    close: async () => (await opening?.catch(() => null))?.close(),
  };
}

async function writeWhole(cwd: string, file: string, text: string): Promise<string> {
  const { writeAtomic } = await import('../runtime/files/write-atomic.ts');
  await writeAtomic(resolve(cwd, file), text, { mode: 0o644 });
  return file;
}

type Open = () => Promise<OpenedApp>;

// Few commands need these, and all would pay for loading them.
function lazySupervisor(open: Open, env: Env): SupervisorControl {
  const control = async (): Promise<SupervisorControl> =>
    (await import('./supervisor-control.ts')).openSupervisorControl(open, env);
  return {
    observe: async () => (await control()).observe(),
    start: async () => (await control()).start(),
    stop: async (timeoutMs) => (await control()).stop(timeoutMs),
    run: async () => (await control()).run(),
  };
}

function lazyRescues(open: Open, cwd: string): Rescues {
  const rescues = async (): Promise<Rescues> =>
    (await import('./rescues.ts')).openRescues(async () => (await (await open()).runtime()).workspaces, cwd);
  return {
    list: async () => (await rescues()).list(),
    show: async (ref) => (await rescues()).show(ref),
    restore: async (ref, folder) => (await rescues()).restore(ref, folder),
  };
}

type Asked = Readonly<{ folder: string; project: string | null; env: Env }>;

function lazyFixes(asked: () => Asked): Fixes {
  const fixes = async (): Promise<Fixes> => {
    const { aroundOf } = await import('./doctor.ts');
    return (await import('./fixes.ts')).openFixes(() => aroundOf(asked()));
  };
  return {
    plan: async () => (await fixes()).plan(),
    make: async (planned) => (await fixes()).make(planned),
  };
}

async function openProject(
  root: string,
  { env, flags }: Readonly<{ env: Env; flags: Readonly<Record<string, string>> }>,
): Promise<OpenedApp> {
  // A mistake in a flag is told as one, before it passes for a variable.
  if (Object.keys(flags).length > 0) await loadConfig({ root, env: {}, flags });
  return (await import('./wire.ts')).openApp(root, env);
}

// The supervisor reads settings from the environment, so one that is started here hears of the flags too.
function withSettings({ env, settings }: Place): Env {
  const named = Object.entries(settings).flatMap(([key, text]) =>
    isSettingKey(key) ? [[environmentName(key), text]] : [],
  );
  return { ...env, ...Object.fromEntries(named) };
}

const FALLBACK_LIMIT_BYTES = 8 * 1_048_576;

// Inside an attempt the configuration may lie out of reach.
async function promptLimit(settings: () => ReturnType<typeof loadConfig>, env: Env): Promise<number> {
  if (env.SWARM_ATTEMPT_DIR) return FALLBACK_LIMIT_BYTES;
  return (await settings()).config.limits.promptMb * 1_048_576;
}

function attemptDoor(env: Env): AttemptDoor | null {
  const attemptDir = env.SWARM_ATTEMPT_DIR;
  if (!attemptDir) return null;
  return {
    sessionId: env.SWARM_SESSION_ID || null,
    async ask(request, timeoutMs) {
      const { sendRequest } = await import('../runtime/attempt/asker.ts');
      const { AskingAnswer } = await import('../contract/asking.ts');
      const text = await sendRequest({ attemptDir, text: JSON.stringify(request), withinMs: timeoutMs });
      return text === null
        ? { is: 'kept' }
        : { is: 'answered', answer: AskingAnswer.parse(JSON.parse(text)) };
    },
  };
}
