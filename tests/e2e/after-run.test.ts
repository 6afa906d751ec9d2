import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeProject, type TestProject } from './project.ts';

type Cleaned = Readonly<{
  released_workspaces: string[];
  rescues: string[];
  deleted_branches: string[];
  kept_branches: { branch: string; commits: number }[];
}>;

const git = ({ root, env }: TestProject, ...args: string[]): string =>
  execFileSync('git', args, { cwd: root, env, encoding: 'utf8' });

const branchesOf = (project: TestProject): string[] =>
  git(project, 'branch', '--list', 'swarm/*', '--format=%(refname:short)').split('\n').filter(Boolean);

async function finish(project: TestProject, workflow: string, goal: string): Promise<string> {
  const { run_id: runId } = await project.json<{ run_id: string }>('start', workflow, goal);
  expect((await project.swarm('wait', runId, '--timeout', '45s')).code).toBe(0);
  return runId;
}

const folderOf = ({ paths }: TestProject, runId: string, role: string): string =>
  join(paths.worktreesDir, runId, role);

test('the workspaces of a completed run go by themselves, and branches with work stay', async () => {
  const project = await makeProject();
  git(project, 'config', 'user.name', 't');
  git(project, 'config', 'user.email', 't@example.invalid');
  const runId = await finish(project, 'development', 'add a flag');
  for (const role of ['architect', 'developer']) {
    await project.swarm('events', `${runId}-${role}`, '--follow', '--until', 'workspace-released');
    expect(existsSync(folderOf(project, runId, role))).toBe(false);
  }
  expect(branchesOf(project)).toEqual([`swarm/architect-${runId}`, `swarm/developer-${runId}`]);
  const cleaned = await project.json<Cleaned>('clean', runId);
  expect(cleaned.kept_branches.map(({ commits }) => commits)).toEqual([1, expect.any(Number)]);
  expect(cleaned.released_workspaces).toEqual([]);
});

test('clean puts a run away, rescues what was not committed, and drops empty branches', async () => {
  const project = await makeProject({ cleanup: 'manual' });
  const script = [
    '- write: {path: draft.md, text: half a thought}',
    '- post: {type: finding, title: a, body: b}',
  ];
  const goal = `why?\n\`\`\`rehearsal researcher\n${script.join('\n')}\n\`\`\`\n`;
  const runId = await finish(project, 'research', goal);
  const folder = folderOf(project, runId, 'researcher');
  expect(readFileSync(join(folder, 'draft.md'), 'utf8')).toContain('half a thought');

  const planned = await project.swarm('clean', runId, '--dry-run');
  expect([planned.code, planned.stdout]).toEqual([0, `Would release workspace: ${folder}\n`]);
  expect(existsSync(folder)).toBe(true);

  const cleaned = await project.json<Cleaned>('clean', runId);
  const ref = `refs/swarm/rescue/${runId}-researcher/1`;
  expect(cleaned).toMatchObject({ released_workspaces: [folder], rescues: [ref], kept_branches: [] });
  expect(cleaned.deleted_branches).toEqual([`swarm/researcher-${runId}`]);
  expect(existsSync(folder)).toBe(false);
  expect(git(project, 'show', `${ref}:draft.md`)).toContain('half a thought');

  const merged = await project.swarm('merge', runId);
  expect([merged.code, merged.stderr]).toEqual([1, expect.stringContaining('has no branches')]);
  const again = await project.swarm('clean', runId);
  expect([again.code, again.stdout]).toEqual([0, 'Nothing to clean\n']);
});

test('uncommitted work of a completed run is not touched unasked, and a live run not at all', async () => {
  const project = await makeProject();
  const script = ['- write: {path: draft.md, text: x}', '- post: {type: finding, title: a, body: b}'];
  const goal = `why?\n\`\`\`rehearsal researcher\n${script.join('\n')}\n\`\`\`\n`;
  const runId = await finish(project, 'research', goal);
  const { run_id: live } = await project.json<{ run_id: string }>(
    'start',
    'research',
    'why?\n```rehearsal researcher\n- sleep: 5m\n```\n',
  );
  const refused = await project.swarm('clean', live);
  expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('may still be working')]);
  expect(existsSync(join(folderOf(project, runId, 'researcher'), 'draft.md'))).toBe(true);
  const unknown = await project.swarm('clean', '42');
  expect([unknown.code, unknown.stderr]).toEqual([1, expect.stringContaining('Run not found: 42')]);
});

test('export gives out the result of a run as JSON, as Markdown, and into a file', async () => {
  const project = await makeProject();
  const runId = await finish(project, 'research', 'why is the sky blue?');
  const json = JSON.parse((await project.swarm('export', runId)).stdout);
  expect(json).toMatchObject({ runId, success: true, goal: 'why is the sky blue?', errors: [] });
  expect(Object.keys(json.agentSummaries)).toEqual(['researcher', 'reviewer']);
  const exported = await project.json<{ format: string; text: string }>('export', runId);
  expect([exported.format, JSON.parse(exported.text)]).toEqual(['json', json]);

  const markdown = (await project.swarm('export', runId, '--format', 'markdown')).stdout;
  expect(markdown).toMatch(/^# .*why is the sky blue\?/);
  const written = await project.swarm('export', runId, '--format', 'markdown', '--output', 'report.md');
  expect([written.code, written.stdout]).toEqual([0, `✅ Run ${runId} exported: report.md\n`]);
  expect(readFileSync(join(project.root, 'report.md'), 'utf8')).toBe(markdown);

  const nowhere = await project.swarm('export', runId, '--output', 'none/report.md');
  expect([nowhere.code, nowhere.stderr]).toEqual([2, expect.stringContaining('none/report.md')]);
  const wrong = await project.swarm('export', runId, '--format', 'xml');
  expect([wrong.code, wrong.stderr]).toEqual([1, expect.stringContaining('--format')]);
});
