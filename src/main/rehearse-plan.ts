import { cpSync, existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { RehearsePlanDeps } from '../app/plan/rehearse-plan.ts';
import { accept, type Outcome } from '../domain/outcome.ts';
import { isPlanPath, writersNamed, writersOf } from '../domain/plan/handoff.ts';
import type { Plan } from '../domain/plan/plan.ts';
import type { RehearsedFiles } from '../domain/plan/rehearsal.ts';
import { isRunOver } from '../domain/run/run.ts';
import { listAbsentFiles } from '../runtime/plan/absent-files.ts';
import { ensureTrusted, removeTrust } from '../runtime/project/trust.ts';
import { type Git, openGit } from '../runtime/workspace/git.ts';
import { refusalText } from '../views/refusal-text.ts';
import type { Env, Project } from './project.ts';
import { openWakes } from './wakes.ts';
import { type OpenedApp, openApp } from './wire.ts';

const LIMIT_MS = 60_000;
const LIMIT_PER_TASK_MS = 15_000;
const STOP_LIMIT_MS = 10_000;
const LOOK_AGAIN_MS = 5_000;

type Source = Readonly<{ project: Project; env: Env }>;

/** Plays plans in a clone of the repository as it is committed, with the plan and the personas of now. */
export const planRehearsals =
  ({ project, env }: Source): RehearsePlanDeps['rehearsePlan'] =>
  async (plan, file) => {
    const base = realpathSync(mkdtempSync(join(tmpdir(), 'swarm-rehearsal-')));
    const own = ownEnv(env);
    try {
      const root = join(base, 'clone');
      const git = openGit({ ...env, GIT_CONFIG_GLOBAL: '/dev/null' });
      await cloneProject(git, { project, root, plan, file });
      const files = await observeFiles(git, root, plan);
      for (const path of files.absent) standIn(join(root, path));
      ensureTrusted(root, own);
      const opened = await openApp(root, { ...own, SWARM_TRUST: '1' }, { admit: async () => accept(null) });
      try {
        return accept({ status: await play(opened, plan), files });
      } finally {
        await opened.ask('supervisor.stop', { timeoutMs: STOP_LIMIT_MS });
        await opened.close();
        removeTrust(root, own);
      }
    } finally {
      rmSync(base, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
    }
  };

/** Nothing that the person has set for this project, such as its store, is meant for the clone. */
const ownEnv = (env: Env): Env =>
  Object.fromEntries(
    Object.entries(env).filter(([key]) => !key.startsWith('SWARM_') || key === 'SWARM_RUNTIME_DIR'),
  );

type Cloning = Readonly<{ project: Project; root: string; plan: Plan; file: string }>;

async function cloneProject(git: Git, { project, root, plan, file }: Cloning): Promise<void> {
  const { paths, config } = project;
  await git.ask(['clone', '-q', '--no-hardlinks', paths.root, root], {
    // Between two folders of this machine; nothing of the repository's own configuration is run.
    env: { GIT_ALLOW_PROTOCOL: 'file' },
  });
  const settings = { cli: 'rehearsal', limits: { sessions: config.limits.sessions }, cleanup: 'manual' };
  writeFileSync(join(root, 'swarm.config.json'), JSON.stringify(settings));
  if (existsSync(paths.agentsDir)) cpSync(paths.agentsDir, join(root, 'agents'), { recursive: true });
  const folder = join(root, '.swarm', 'plans', plan.name);
  mkdirSync(folder, { recursive: true });
  cpSync(file, join(folder, 'plan.yaml'));
}

async function observeFiles(git: Git, root: string, { tasks }: Plan): Promise<RehearsedFiles> {
  const writers = writersOf(tasks);
  const inputs = tasks.flatMap((task) => task.inputs.map(({ path }) => path));
  const unwritten = inputs.filter((path) => !isPlanPath(path) && writersNamed(writers, path).length === 0);
  const outputs = tasks.flatMap((task) => task.outputs.map(({ path }) => path));
  const told = await git.run(['check-ignore', '--stdin', '-z'], { in: root, input: outputs.join('\0') });
  return {
    absent: await listAbsentFiles(root, unwritten),
    ignored: new Set(told.stdout.split('\0').filter((path) => path !== '')),
  };
}

/** What is missed is a finding; the play goes on with something in its place. */
function standIn(path: string): void {
  mkdirSync(dirname(path), { recursive: true });
  if (path.endsWith('/')) mkdirSync(path);
  else writeFileSync(path, '');
}

/** Until it is over, it asks, or it takes far too long. */
async function play(opened: OpenedApp, plan: Plan) {
  const started = unwrap(await opened.ask('plan.run', { plan: plan.name, cli: 'rehearsal', yes: true }));
  const deadline = Date.now() + LIMIT_MS + plan.tasks.length * LIMIT_PER_TASK_MS;
  const wakes = await openWakes(opened);
  try {
    for (;;) {
      const status = unwrap(await opened.ask('plan.status', { plan: started.run.id }));
      const { run } = status;
      if (isRunOver(run) || run.state === 'waiting' || Date.now() > deadline) return status;
      await wakes.next(LOOK_AGAIN_MS);
    }
  } finally {
    wakes.close();
    await opened.ask('run.kill', { runId: started.run.id, reason: 'the rehearsal is over' });
  }
}

function unwrap<T>(outcome: Outcome<T>): T {
  if (outcome.ok) return outcome.value;
  throw new Error(refusalText(outcome.refusal).message);
}
