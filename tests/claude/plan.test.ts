import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { newPlan, nextQuestion } from '../e2e/designs.ts';
import { livingOf } from '../e2e/living.ts';
import { FEWER_VERSIONS } from './install.ts';
import { GUIDE, PAGE, PLAN, play, turnOf } from './played-plan.ts';
import { type ClaudeProject, makeClaudeProject } from './project.ts';

const read = ({ project }: ClaudeProject, path: string): string =>
  readFileSync(join(project.root, path), 'utf8');

/** The id of the run that a command started. */
async function start({ swarm }: ClaudeProject, ...words: string[]): Promise<string> {
  const started = await swarm(...words, '--quiet');
  expect([started.code, started.stderr]).toEqual([0, '']);
  return started.stdout.trim();
}

async function design(made: ClaudeProject): Promise<void> {
  const { project, swarm } = made;
  await newPlan(project, 'sign-up');
  const runId = await start(made, 'plan', 'design', 'sign-up');
  expect(await nextQuestion(project, runId)).toMatchObject({ kind: 'approval' });
  expect(await swarm('plan', 'approve', 'sign-up')).toMatchObject({ code: 0 });
  expect(await swarm('wait', runId, '--timeout', '60s')).toMatchObject({ code: 0 });
  const folder = '.swarm/plans/sign-up';
  expect(read(made, `${folder}/plan.yaml`)).toContain(PLAN);
  expect(JSON.parse(read(made, `${folder}/design_verification/round_1.json`))).toMatchObject({
    version: 1,
    verdict: 'approved',
  });
}

function expectArchived(made: ClaudeProject, run: string): void {
  const index = JSON.parse(read(made, `${run}/agents/archival_agent/archive_index.json`));
  expect(index.sessions).toMatchObject([{ task_id: PAGE }, { task_id: GUIDE }]);
  expect(JSON.parse(read(made, `${run}/${index.sessions[0].file}`)).notes).toMatchObject([
    { note_id: 'note_001', status: 'resolved', resolved_by: 'agent_self' },
  ]);
  expect(read(made, `${run}/agents/archival_agent/cleanup_log.json`)).toContain('session_current.json');
  const kept = readdirSync(join(made.project.root, run, 'agents/page_agent/completion_drive'));
  expect(kept).toEqual([expect.stringMatching(`^session_\\d{8}_\\d{6}_${PAGE}\\.json$`)]);
  expect(JSON.parse(read(made, `${run}/shared_status.json`))).toMatchObject({
    status: 'session_complete',
    agents: { page_agent: { status: 'session_complete', completion_drive_notes_count: 1 } },
    overall_completion_drive_gate: 'open',
  });
}

describe.each(FEWER_VERSIONS)('a plan with Claude Code %s', (version) => {
  test('is designed, approved, worked off, reviewed, verified and archived', async () => {
    const made = await makeClaudeProject(version, { script: play, config: { cleanup: 'manual' } });
    const { project, standIn, swarm } = made;
    await design(made);
    const id = await start(made, 'plan', 'run', 'sign-up');
    expect(await swarm('wait', id, '--timeout', '60s')).toMatchObject({ code: 0 });

    expect(await project.json('plan', 'status', 'sign-up')).toMatchObject({
      state: 'completed',
      tasks: [
        { task_id: PAGE, status: 'verified', verifications: 1, criteria: 'green', open_notes: 0 },
        { task_id: GUIDE, status: 'verified', verifications: 1, criteria: 'green', open_notes: 0 },
      ],
      questions: [],
    });
    expect(await project.json('note', 'list', id)).toMatchObject({
      notes: [{ note_id: 'note_001', task_id: PAGE, status: 'resolved', resolved_by: 'agent_self' }],
    });
    expect(await project.json('plan', 'replay', id)).toMatchObject({ is_equal: true });
    // Each turn came once and in its order, and each role has had one conversation.
    const turns = standIn.main().filter(({ toolResults }) => toolResults.length === 0);
    expect(turns.map(({ prompt }) => turnOf(prompt))).toEqual([0, 1, 2, 3, 4, 5, 6, 7]);
    expect(new Set(turns.map(({ conversationId }) => conversationId)).size).toBe(5);
    expect(turns[4]?.prompt).toContain('note_001: Assuming that one field is enough → the instructions');
    expect(read(made, `.swarm/runs/${id}/agents/guide_agent/task_output/guide.md`)).toBe('name="email"\n');
    expectArchived(made, `.swarm/runs/${id}`);
    expect(livingOf(project)).toEqual([]);
  });
});
