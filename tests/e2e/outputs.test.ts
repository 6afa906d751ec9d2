import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeProject, type TestProject } from './project.ts';

const GIT = 'git -c user.name=t -c user.email=t@example.invalid';

// The second round of each role differs from its first.
const GOAL = `why is the sky blue

\`\`\`rehearsal researcher 1
- post: {type: finding, title: "Dust does it", body: "It is dusty up there."}
\`\`\`
\`\`\`rehearsal researcher 2
- write: {path: notes/sky.md, text: "scattering"}
- run: git add -A && ${GIT} commit -qm notes
- write: {path: loose.md, text: "not committed"}
- post: {type: artifact, path: notes, summary: "my notes"}
- post: {type: artifact, path: loose.md, summary: "a draft"}
- post: {type: artifact, path: gone.md, summary: "never written"}
- post: {type: finding, title: "Scattering does it", body: "Short waves scatter more."}
\`\`\`
\`\`\`rehearsal reviewer 1
- post: {type: review, verdict: changes, findings: [{about: the finding, text: "name a mechanism"}]}
\`\`\`
\`\`\`rehearsal reviewer 2
- post: {type: review, verdict: approved, summary: "holds"}
\`\`\`
`;

const start = async (project: TestProject): Promise<string> => {
  const started = await project.json<{ run_id: string }>('start', 'research', GOAL, '--detach');
  expect((await project.swarm('wait', started.run_id, '--timeout', '50s')).code).toBe(0);
  return started.run_id;
};

test('a run leaves only what was approved, with its artefacts, and its branch can be merged', async () => {
  const project = await makeProject();
  const runId = await start(project);
  const output = (path: string): string => join(project.root, 'outputs', runId, path);
  const summary = readFileSync(output('summary.md'), 'utf8');
  const result = summary.slice(summary.indexOf('## Result'));
  expect(result).toContain('### Scattering does it');
  expect(result).not.toContain('Dust');
  expect(result).toContain('- **the finding**: name a mechanism');
  expect(result).toContain('no such file was found');

  const json = JSON.parse(readFileSync(output('result.json'), 'utf8'));
  expect(json).toMatchObject({
    success: true,
    agentSummaries: { researcher: { findings: 1, tasksCompleted: 2 } },
  });
  const { goal, summary: _, ...rest } = json;
  expect(goal).toBe(GOAL);
  expect(JSON.stringify(rest)).not.toContain('Dust');
  expect(json.files.map(({ path, from }: { path: string; from: string }) => [path, from])).toEqual([
    ['notes', 'branch'],
    ['loose.md', 'workspace'],
    ['gone.md', null],
  ]);
  expect(readFileSync(output('artifacts/researcher/notes/sky.md'), 'utf8')).toBe('scattering');
  expect(readFileSync(output('artifacts/researcher/loose.md'), 'utf8')).toBe('not committed');

  const merged = await project.swarm('merge', runId);
  expect([merged.code, merged.stdout]).toEqual([0, expect.stringContaining('Merged into main')]);
  expect(readFileSync(join(project.root, 'notes/sky.md'), 'utf8')).toBe('scattering');
  expect(existsSync(join(project.root, 'loose.md'))).toBe(false);
  expect(merged.stdout).toContain('researcher: loose.md in ');
});

test('a supervisor that is killed after the writing leaves a whole folder to the next', async () => {
  const project = await makeProject();
  const log = join(project.root, '../steps.log');
  const env = {
    SWARM_SUPERVISOR_FAILPOINT: 'outputs.ensureWritten.after',
    SWARM_SUPERVISOR_FAILPOINT_LOG: log,
  };
  const started = await project.swarmWith({ env }, 'start', 'research', GOAL, '--detach', '--json');
  const { run_id: runId } = JSON.parse(started.stdout);
  expect((await project.swarm('wait', runId, '--timeout', '50s')).code).toBe(0);
  expect(readFileSync(log, 'utf8')).toMatch(/outputs\.ensureWritten\.after\n$/);
  expect(readdirSync(join(project.root, 'outputs'))).toEqual([runId]);
  const summary = readFileSync(join(project.root, 'outputs', runId, 'summary.md'), 'utf8');
  expect(summary).toContain('### Scattering does it');
});
