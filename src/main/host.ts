import { resolve } from 'node:path';
import type { AttemptDoor, Host } from '../cli/host.ts';
import { environmentName, isSettingKey } from '../contract/config.ts';
import { loadConfig } from '../runtime/config/load-config.ts';
import { askWith, loadVerb } from './ask.ts';
import { placeDeps } from './place-deps.ts';
import type { Env } from './project.ts';
import { askedFolder, lookFor, projectRoot } from './project-root.ts';
import type { OpenedApp } from './wire.ts';
import { personaNames, workflowPorts } from './workflow-ports.ts';

export type LocalHost = Host & Readonly<{ close(): Promise<void> }>;

type Place = Readonly<{
  project: string | null;
  settings: Readonly<Record<string, string>>;
  env: Env;
  cwd: string;
  /** For what is said beside the answer. */
  warn: (text: string) => void;
}>;

/** This machine, this project. What is slow to open is opened when a command first needs it. */
export function openHost(place: Place): LocalHost {
  const { cwd, settings: flags } = place;
  const env = withSettings(place);
  const asked = { project: place.project, env, cwd };
  let opening: Promise<OpenedApp> | null = null;
  const open = (): Promise<OpenedApp> => {
    opening ??= openProject(projectRoot(asked), { env, flags }).then((opened) => sayWhere(opened, place));
    return opening;
  };
  const settings = () => loadConfig({ root: projectRoot(asked), env: place.env, flags });
  const folder = { root: () => projectRoot(asked), cwd, settings };
  const filePorts = workflowPorts(folder);
  const machine = {
    env,
    root: () => projectRoot(asked),
    folder: () => askedFolder(asked),
    find: () => lookFor(askedFolder(asked), asked),
    open,
    settingsAt: (root: string) => loadConfig({ root, env, flags }),
  };
  return {
    attempt: attemptDoor(env),
    now: Date.now,
    ask: askWith({
      project: async () => (await open()).deps,
      place: placeDeps(folder, machine),
      isAgent: Boolean(env.SWARM_ATTEMPT_DIR),
    }),
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
    personaNames: () => personaNames(folder),
    workflowNames: () => filePorts.workflows.names(),
    demo: async (tell) => (await import('./demo/run-demo.ts')).runDemo(env, tell),
    runSupervisor: async () =>
      (await import('./run-supervisor-here.ts')).runSupervisorHere((await open()).project, env),
    // What could not be opened has been complained about already.
    close: async () => (await opening?.catch(() => null))?.close(),
  };
}

async function writeWhole(cwd: string, file: string, text: string): Promise<string> {
  const { writeAtomic } = await import('../runtime/files/write-atomic.ts');
  await writeAtomic(resolve(cwd, file), text, { mode: 0o644 });
  return file;
}

async function sayWhere(opened: OpenedApp, { warn }: Place): Promise<OpenedApp> {
  if (opened.project.config.verbose) {
    const { describeProject } = await import('./describe-project.ts');
    warn(describeProject(opened.project));
  }
  return opened;
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
