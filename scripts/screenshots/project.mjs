// The project of the scene, with agents that are scripts: no model, no key, nothing of the caller's own.
import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { makeProject, swarm } from '../bench/place.mjs';
import { root as tree } from '../tree.mjs';
import { CONFIG, FILES, GOAL, PLAN_AGENTS, SESSIONS, WORK } from './scene.mjs';

const PLAN = 'user-management';

/** Builds it, and gives back the ids of its sessions and of its runs, in the order of the scene. */
export async function buildScene(place) {
  const project = makeProject(place, 'shop', CONFIG);
  for (const [path, text] of Object.entries(FILES)) write(project, path, text);
  commitAll(project);
  writePlan(project);
  const sessions = [];
  for (const [index, session] of SESSIONS.entries())
    sessions.push(await startSession(project, index, session));
  for (const [title, priority] of WORK) await swarm(project, 'queue', 'add', title, '-p', String(priority));
  const run = (await swarm(project, 'start', 'development', GOAL, '--cli', 'rehearsal', '--quiet')).trim();
  const plan = (await swarm(project, 'plan', 'run', PLAN, '--yes', '--quiet')).trim();
  return { project, sessions, run, plan };
}

async function startSession(project, index, [persona, title, steps]) {
  const task = `tasks/${index}.md`;
  write(
    project,
    task,
    `# ${title}\n\n\`\`\`rehearsal\n${steps.map((step) => `- ${step}`).join('\n')}\n\`\`\`\n`,
  );
  const flags = ['--cli', 'rehearsal', '--title', title, '--workspace', '--quiet'];
  return (await swarm(project, 'create', persona, task, ...flags)).trim();
}

function writePlan(project) {
  const text = readFileSync(join(tree, 'examples/user-management/plan.yaml'), 'utf8');
  const named = Object.keys(PLAN_AGENTS).reduce(
    (yaml, name) => yaml.replaceAll(`persona: ${name} `, `persona: plan-${name} `),
    text,
  );
  write(project, `.swarm/plans/${PLAN}/plan.yaml`, named);
  for (const [name, script] of Object.entries(PLAN_AGENTS)) {
    const file = write(project, `bin/${name}.sh`, script);
    chmodSync(file, 0o755);
    const matter = ['---', 'cli: command', `command: ["${file}"]`, '---', ''].join('\n');
    write(project, `agents/plan-${name}/plan-${name}-agent.md`, matter);
  }
}

function write({ root }, path, text) {
  const file = join(root, path);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
  return file;
}

function commitAll({ root, env }) {
  const as = ['-c', 'user.name=t', '-c', 'user.email=t@example.invalid'];
  execFileSync('git', ['add', '-A'], { cwd: root, env });
  execFileSync('git', [...as, 'commit', '-qm', 'Begin'], { cwd: root, env });
}
