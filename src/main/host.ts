import { resolve } from 'node:path';
import type { AppDeps } from '../app/deps.ts';
import type { AnyVerb } from '../app/verb.ts';
import type { Host } from '../cli/host.ts';
import type { AttemptDoor } from '../contract/asking.ts';
import { Fault } from '../domain/fault.ts';
import { accept, type Outcome } from '../domain/outcome.ts';
import { loadConfig } from '../runtime/config/load-config.ts';
import { projectPaths } from '../runtime/project/project-paths.ts';
import { isTrusted } from '../runtime/project/trust.ts';
import type { AskTrust } from './admission.ts';
import { type Admit, askWith, loadVerb } from './ask.ts';
import { type Caller, callerOf } from './caller.ts';
import { folderDeps } from './folder-deps.ts';
import type { WorkingFolder } from './machine-ports.ts';
import { type Env, withSettings } from './project.ts';
import { askedFolder, lookFor, projectRoot } from './project-root.ts';
import { openSettled, type TerminalPerson } from './settle-location.ts';
import { sayWhere, tellOpening } from './tell-opening.ts';
import type { OpenedApp } from './wire.ts';
import { type ProjectFolder, personaNames, workflowPorts } from './workflow-ports.ts';

export type LocalHost = Host & Readonly<{ close(): Promise<void> }>;

type Invocation = Readonly<{
  project: string | null;
  settings: Readonly<Record<string, string>>;
  env: Env;
  cwd: string;
  /** A read may start the supervisor. */
  mayStart: boolean;
  /** For what is said beside the answer. */
  warn: (text: string) => void;
  /** Who can be asked; not an agent. */
  person: () => TerminalPerson;
}>;

/** This machine, this project. What is slow to open is opened when a command first needs it. */
export function openHost(invocation: Invocation): LocalHost {
  const { cwd, settings: flags } = invocation;
  const env = withSettings(invocation.env, flags);
  const asked = { project: invocation.project, env, cwd };
  const isStoreHidden = Boolean(env.SWARM_STORE_HIDDEN) && !env.SWARM_STORE;
  let opening: Promise<OpenedApp> | null = null;
  let trusting = env;
  const open = (): Promise<OpenedApp> => {
    if (isStoreHidden) throw storeHidden();
    opening ??= openNow(invocation, { root: projectRoot(asked), env: trusting, admit }).catch(
      (error: unknown) => {
        // A person may settle what is wrong, and then it is opened again.
        opening = null;
        throw error;
      },
    );
    return opening;
  };
  const admit = async (): Promise<Outcome<null>> => {
    const root = lookFor(askedFolder(asked), asked)?.root;
    if (root === undefined || isTrusted(root, trusting)) return accept(null);
    const { admit: ask } = await import('./admission.ts');
    const outcome = await ask({ root, env, ask: trustAsker(await person()) });
    if (!outcome.ok) return outcome;
    // For this command, whether or not the person's home could be written.
    trusting = { ...env, SWARM_TRUST: '1' };
    await (await opening)?.close();
    opening = null;
    return outcome;
  };
  const caller = callerOf(env, async () => (await open()).project.paths);
  const person = personOf(invocation, caller);
  const serve = serveOnce(invocation, env, caller);
  const settings = () => loadConfig({ root: projectRoot(asked), env: invocation.env, flags });
  const folder = { root: () => projectRoot(asked), cwd, settings, env };
  const folderPorts = folderDeps(folder, workingFolder(asked, flags, open));
  const attempt = attemptDoor(env, isStoreHidden ? null : () => projectRoot(asked));
  const deps = async (verb: AnyVerb): Promise<AppDeps> => {
    const opened = await openSettled({ open, folder: folderPorts, person });
    if (verb.reads && !isAboutSupervisor(verb)) await serve(opened);
    if (!verb.reads && isAboutLeases(verb)) await settled(opened);
    return opened.deps;
  };
  const ask = askWith({ project: deps, folder: folderPorts, admit, caller });
  return {
    attempt,
    isStoreHidden,
    findHiddenAttempt: caller.findHidden,
    now: Date.now,
    hasProject: () => (lookFor(askedFolder(asked), asked)?.because ?? 'git') !== 'git',
    ask,
    verb: loadVerb,
    ...wakesOf(open),
    ...textsIn(cwd, env, () => promptLimit(settings, env)),
    openOutput: async (report) => (await open()).deps.openOutput(report.sessionDir),
    outerPrefix: async () => (await import('./attach-pane.ts')).observeOuterPrefix(env),
    attach: async (report) => (await import('./attach-pane.ts')).attachPane(await open(), report, env),
    ...namesIn(folder),
    demo: async (tell) => (await import('./demo/run-demo.ts')).runDemo(env, tell),
    serveMcp: async () =>
      accept(await (await import('./serve-mcp.ts')).serveMcp({ asked, attempt, ask, line: open })),
    ...programsOf({ open, admit, env: () => trusting, settings: flags }),
    // What could not be opened has been complained about already.
    close: async () => (await opening?.catch(() => null))?.close(),
  };
}

type Opening = Readonly<{ root: string; env: Env; admit: Admit }>;

async function openNow(invocation: Invocation, { root, env, admit }: Opening): Promise<OpenedApp> {
  const { settings: flags } = invocation;
  // A mistake in a flag is told as one, before it passes for a variable.
  if (Object.keys(flags).length > 0) await loadConfig({ root, env: {}, flags });
  const { openApp } = await import('./wire.ts');
  const opened = await openApp(root, env, { admit, ...tellOpening(invocation) });
  await sayWhere(opened, invocation);
  return opened;
}

type Starting = Readonly<{
  open: () => Promise<OpenedApp>;
  admit: Admit;
  env: () => Env;
  settings: Invocation['settings'];
}>;
type Programs = Pick<
  Host,
  'runSupervisor' | 'runProgram' | 'top' | 'dashboard' | 'stopDashboard' | 'openBrowser'
>;

/** What runs beside the command, or in its place. */
const programsOf = ({ open, admit, env, settings }: Starting): Programs => ({
  async top() {
    const admitted = await admit();
    if (!admitted.ok) return admitted;
    const { topPorts } = await import('./top-ports.ts');
    return accept(topPorts(await open(), { env: env(), settings }));
  },
  async runProgram(words, input) {
    const admitted = await admit();
    if (!admitted.ok) return admitted;
    const { runProgram } = await import('./run-program.ts');
    return runProgram(words, { cwd: (await open()).project.paths.root, env: env(), input });
  },
  async runSupervisor() {
    const admitted = await admit();
    if (!admitted.ok) return admitted;
    const { runSupervisorHere } = await import('./run-supervisor-here.ts');
    return accept(await runSupervisorHere((await open()).project, env()));
  },
  async dashboard(wish) {
    const admitted = await admit();
    if (!admitted.ok) return admitted;
    const { openDashboard } = await import('./dashboard-line.ts');
    return openDashboard((await open()).project.paths, env(), wish);
  },
  async stopDashboard() {
    const { stopDashboard } = await import('./dashboard-line.ts');
    return accept(await stopDashboard((await open()).project.paths));
  },
  openBrowser: async (url) => (await import('./dashboard-line.ts')).openBrowser(url, env()),
});

const wakesOf = (open: () => Promise<OpenedApp>): Pick<Host, 'wakes' | 'rowWakes'> => ({
  wakes: async () => (await open()).deps.openWakes(),
  rowWakes: async () =>
    (await import('../runtime/files/row-wakes.ts')).openRowWakes((await open()).project.paths.dbFile),
});

function namesIn(folder: ProjectFolder): Pick<Host, 'personaNames' | 'workflowNames' | 'planNames'> {
  const { workflows, plans } = workflowPorts(folder);
  return {
    personaNames: () => personaNames(folder),
    workflowNames: () => workflows.names(),
    planNames: () => plans.names(),
  };
}

/** Agents pass for no person, also where their environment does not say that they are one. */
const personOf = (invocation: Invocation, caller: Caller) => async () => {
  const isAgent = caller.sessionId !== null || (await caller.findHidden()) !== null;
  return isAgent ? null : invocation.person();
};

/** Asks the person at the terminal; without one, the answer is no. */
const trustAsker = (person: TerminalPerson): AskTrust =>
  person === null
    ? null
    : async (root, runnables) => {
        const { renderTrustQuestion } = await import('../views/trust-text.ts');
        return person.confirm(renderTrustQuestion({ root, runnables }));
      };

const workingFolder = (
  asked: Parameters<typeof projectRoot>[0],
  flags: Invocation['settings'],
  open: () => Promise<OpenedApp>,
): WorkingFolder => ({
  env: asked.env,
  root: () => projectRoot(asked),
  folder: () => askedFolder(asked),
  find: () => lookFor(askedFolder(asked), asked),
  open,
  settingsAt: (root) => loadConfig({ root, env: asked.env, flags }),
});

const textsIn = (
  cwd: string,
  env: Env,
  limit: () => Promise<number>,
): Pick<Host, 'readText' | 'writeText' | 'editText' | 'removeText'> => ({
  async readText(file, limitBytes) {
    const { readPrompt } = await import('../runtime/prompt/read-prompt.ts');
    return readPrompt({ file, cwd, stdin: process.stdin, limitBytes: limitBytes ?? (await limit()) });
  },
  writeText: (file, text) => writeWhole(cwd, file, text),
  editText: async (file, text) => (await import('./edit-text.ts')).editText(env, file, text),
  removeText: async (file) => (await import('node:fs/promises')).rm(file, { force: true }),
});

async function writeWhole(cwd: string, file: string, text: string): Promise<string> {
  const { writeAtomic } = await import('../runtime/files/write-atomic.ts');
  await writeAtomic(resolve(cwd, file), text, { mode: 0o644 });
  return file;
}

const isAboutLeases = ({ name }: AnyVerb): boolean => name.startsWith('queue.');

const settled = async ({ project }: OpenedApp): Promise<void> =>
  (await import('./settle-clock.ts')).settleClock(project);

// An empty store in its place would answer, and every answer would be wrong.
const storeHidden = (): Fault =>
  new Fault('store-hidden', 'The rows of the project are hidden from agents here', {
    hint:
      'Commands by files work: swarm send, ask, inbox, result, done, queue add; with sessions that you ' +
      'started: create, wait, status, logs, kill',
  });

const isAboutSupervisor = ({ name }: AnyVerb): boolean => name.startsWith('supervisor.');

/** Looks after the first read of a command; agents leave the supervisor to people. */
function serveOnce(
  { mayStart, warn }: Invocation,
  env: Env,
  caller: Caller,
): (opened: OpenedApp) => Promise<void> {
  let serving: Promise<void> | null = caller.sessionId !== null ? Promise.resolve() : null;
  const mayStartOne = async (): Promise<boolean> =>
    mayStart && env.SWARM_NO_START !== '1' && (await caller.findHidden()) === null;
  return (opened) => {
    serving ??= import('./serve-reads.ts').then(({ serveReads }) =>
      serveReads(opened, { warn, mayStart: mayStartOne }),
    );
    return serving;
  };
}

const FALLBACK_LIMIT_BYTES = 8 * 1_048_576;

// Inside an attempt the configuration may lie out of reach.
async function promptLimit(settings: () => ReturnType<typeof loadConfig>, env: Env): Promise<number> {
  if (env.SWARM_ATTEMPT_DIR) return FALLBACK_LIMIT_BYTES;
  return (await settings()).config.limits.promptMb * 1_048_576;
}

/** `root` is null where the project's files are out of sight. */
function attemptDoor(env: Env, root: (() => string) | null): AttemptDoor | null {
  const attemptDir = env.SWARM_ATTEMPT_DIR;
  if (!attemptDir) return null;
  return {
    sessionId: env.SWARM_SESSION_ID || null,
    async ask(request, timeoutMs, signal) {
      const { sendRequest } = await import('../runtime/attempt/asker.ts');
      const { AskingAnswer } = await import('../contract/asking.ts');
      const text = JSON.stringify({ ...request, token: env.SWARM_ATTEMPT_TOKEN ?? '' });
      const isServed = root === null ? undefined : await servedAt(root());
      const reply = await sendRequest({ attemptDir, text, withinMs: timeoutMs, signal, isServed });
      return reply.is === 'kept'
        ? reply
        : { is: 'answered', answer: AskingAnswer.parse(JSON.parse(reply.text)) };
    },
  };
}

async function servedAt(root: string): Promise<() => boolean> {
  const { isLocked } = await import('../runtime/lock/acquire-lock.ts');
  const { lockFile } = projectPaths(root);
  return () => isLocked(lockFile);
}
