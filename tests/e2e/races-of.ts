import type { RaceAnswer } from '../../src/contract/answer/race.ts';
import type { TestProject } from './project.ts';

/** A persona whose program is told apart by its worktree: `$PWD` ends with -2, -3 and so on. */
export function persona(project: TestProject, name: string, script: string): void {
  const text = [
    '---',
    `name: ${name}`,
    'description: Plays a part in a race',
    'cli: command',
    `command: ${JSON.stringify(['sh', '-c', script])}`,
    '---',
    name,
  ].join('\n');
  project.write(`agents/${name}/${name}-agent.md`, text);
}

/** Creates a race and gives back its id. */
export async function race(project: TestProject, ...words: string[]): Promise<string> {
  const ran = await project.swarm('create', ...words, '--quiet');
  if (ran.code !== 0) throw new Error(`create failed: ${ran.stderr}${ran.stdout}`);
  return ran.stdout.trim();
}

export const waitFor = (project: TestProject, id: string) => project.swarm('wait', id, '--timeout', '50s');

export const show = (project: TestProject, id: string): Promise<RaceAnswer> =>
  project.json<RaceAnswer>('race', 'show', id);
