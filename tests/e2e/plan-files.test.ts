import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeProject, type TestProject } from './project.ts';

const PLAN = `name: report
goal: A report on the numbers.
escalation: [workflow_architect, user]
agents:
  maker: { persona: maker }
  reader: { persona: reader }
  checker: { persona: checker }
tasks:
  - task_id: make_numbers_1727539200
    role: maker
    instructions: Write the numbers of last month into numbers.csv, one line for each day of it.
    outputs:
      - { path: agents/maker/task_output/numbers.csv, format: CSV }
      - { path: data/notes.txt, format: text }
    success_criteria: [{ text: numbers.csv is there, file: agents/maker/task_output/numbers.csv }]
    verifier: checker
  - task_id: make_more_1727539260
    role: maker
    instructions: Write the numbers of this month into more.csv, one line for each day of it.
    dependencies: [make_numbers_1727539200]
    outputs: [{ path: agents/maker/task_output/more.csv, format: CSV }]
    success_criteria: [{ text: more.csv is there, file: agents/maker/task_output/more.csv }]
    verifier: checker
  - task_id: read_numbers_1727539320
    role: reader
    instructions: Write a summary of the numbers into summary.md, with the largest and the smallest.
    dependencies: [make_numbers_1727539200]
    inputs:
      - { path: agents/maker/task_output/numbers.csv, format: CSV }
      - { path: data/notes.txt, format: text }
    outputs: [{ path: agents/reader/task_output/summary.md, format: Markdown }]
    success_criteria: [{ text: summary.md is there, file: agents/reader/task_output/summary.md }]
    verifier: checker
checkpoints:
  - after: make_numbers_1727539200
    validates: Each day of the month has a line with a number.
    failure_modes: [{ failure: A day is missing, remedy: The maker adds it }]
`;

const DRIVE = 'orchestration/agents/maker/completion_drive';
const note = (id: string, more: string): string =>
  `{"note_id": "${id}", "timestamp": 1727540700, "description": "Is a month 30 days?",
    "context": "Counting", ${more}}`;
const file = (task: string, ...notes: string[]): string =>
  `{"task_id": "${task}", "session_start": 1727539800, "notes": [${notes.join(', ')}]}`;

const RESOLVED = `"status": "resolved", "resolution": "30 in June", "resolved_by": "agent_self"`;

/** Notes by file: an open note and a bad one first. Both are mended when its hand-over was refused. */
const MAKER = `#!/bin/sh
prompt=$(cat "$SWARM_PROMPT_FILE")
case $prompt in
  *"Completion drive review"*) ;;
  *"Task make_numbers"*)
    cat > ${DRIVE}/session_current.json <<'END'
${file('make_numbers_1727539200', note('note_001', '"status": "open"'), note('two', '"status": "open"'))}
END
    printf '1\\n2\\n' > orchestration/agents/maker/task_output/numbers.csv
    mkfifo orchestration/agents/maker/task_output/pipe
    mkdir -p data; echo from the maker > data/notes.txt; git add data
    git -c user.name=d -c user.email=d@example.invalid commit -qm made
    swarm send --type result "made" > refused.txt 2>&1
    cp ${DRIVE}/session_current.problem.json problem-seen.json
    cat > ${DRIVE}/session_current.json <<'END'
${file('make_numbers_1727539200', note('note_001', RESOLVED))}
END
    ;;
  *"Task make_more"*)
    cp ${DRIVE}/session_current.json fresh-seen.json
    echo 3 > orchestration/agents/maker/task_output/more.csv ;;
esac
swarm send --type result "made"
`;

/** Fails unless what it builds on is there. */
const READER = `#!/bin/sh
set -e
grep -q 2 orchestration/agents/maker/task_output/numbers.csv
grep -q maker data/notes.txt
test ! -w orchestration/agents/maker/task_output/numbers.csv || test "$(id -u)" = 0
test ! -e orchestration/agents/maker/task_output/more.csv
grep -q read_numbers orchestration/agents/reader/agent_instructions.md
grep -q '"verified"' orchestration/shared_status.json
echo summary > orchestration/agents/reader/task_output/summary.md
swarm send --type result "read"
`;
const CHECKER = `#!/bin/sh
ls orchestration/agents/*/task_output/ >> seen.txt
swarm send --type review --verdict approved "All is there."
`;

async function makePlanned(config: Record<string, unknown> = {}, maker = MAKER): Promise<TestProject> {
  const project = await makeProject({ limits: { sessions: 3 }, cleanup: 'manual', ...config });
  for (const [name, script] of [
    ['maker', maker],
    ['reader', READER],
    ['checker', CHECKER],
  ] as const) {
    chmodSync(project.write(`bin/${name}.sh`, script), 0o755);
    const command = `command: ["${project.root}/bin/${name}.sh"]`;
    project.write(`agents/${name}/${name}-agent.md`, `---\ncli: command\n${command}\n---\n`);
  }
  const folder = config.paths === undefined ? '.swarm/plans/report' : 'orchestration';
  project.write(`${folder}/plan.yaml`, PLAN);
  return project;
}

const read = (project: TestProject, path: string): string => readFileSync(join(project.root, path), 'utf8');

async function play(project: TestProject, env: Record<string, string> = {}): Promise<string> {
  const ran = await project.swarmWith({ env }, 'plan', 'run', 'report', '--quiet', '--yes');
  expect(ran.code, ran.stderr).toBe(0);
  const id = ran.stdout.trim();
  expect((await project.swarm('wait', id, '--timeout', '55s')).code).toBe(0);
  return id;
}

/** The next question, which may not be there yet. */
async function openQuestion(project: TestProject): Promise<{ id: string; text: string }> {
  for (let look = 0; look < LOOKS; look++) {
    const { questions } = await project.json<{ questions: { id: string; text: string }[] }>('questions');
    if (questions[0] !== undefined) return questions[0];
  }
  throw new Error('nothing was asked');
}
const LOOKS = 60;

type Notes = { notes: { note_id: string; task_id: string; status: string; resolution: string }[] };

test('outputs reach those who build on them, and notes by file count like those by command', async () => {
  const project = await makePlanned();
  const id = await play(project);
  const { notes } = await project.json<Notes>('note', 'list', id);
  expect(notes).toEqual([
    expect.objectContaining({ note_id: 'note_001', status: 'resolved', resolution: '30 in June' }),
  ]);
  const maker = `.swarm/worktrees/${id}/maker`;
  // The first "done" was refused for the open note, and the bad one was answered beside the file.
  expect(read(project, `${maker}/refused.txt`)).toContain('note_001 is open');
  const problem = JSON.parse(read(project, `${maker}/problem-seen.json`));
  expect(problem.problems).toEqual([
    expect.objectContaining({ note_id: 'two', problem: 'note_id: expected note_001, note_002, …' }),
  ]);
  expect(JSON.parse(read(project, `${maker}/fresh-seen.json`))).toMatchObject({
    task_id: 'make_more_1727539260',
    notes: [],
  });
  expect(read(project, `${maker}/orchestration/agents/maker/task_output.problem.json`)).toContain(
    'a named pipe',
  );
  expect(read(project, `.swarm/worktrees/${id}/checker/seen.txt`)).toContain('numbers.csv');
}, 60_000);

test('a run that is over shows it, and its notes lie in the archive alone', async () => {
  const project = await makePlanned();
  const run = `.swarm/runs/${await play(project)}`;
  const status = JSON.parse(read(project, `${run}/shared_status.json`));
  expect(status).toMatchObject({
    task_id: 'report',
    status: 'session_complete',
    agents: { maker: { status: 'session_complete' }, reader: { dependencies: ['maker'] } },
    verification: { checker: { status: 'verified', assigned_agents: ['maker', 'reader'] } },
    overall_completion_drive_gate: 'open',
  });
  const kept = readdirSync(join(project.root, run, 'agents/maker/completion_drive'));
  expect(kept).toEqual([
    expect.stringMatching(/^session_\d{8}_\d{6}_make_(numbers|more)_\d+\.json$/),
    expect.stringMatching(/^session_\d{8}_\d{6}_make_(numbers|more)_\d+\.json$/),
  ]);
  const index = JSON.parse(read(project, `${run}/agents/archival_agent/archive_index.json`));
  expect(index.sessions.map((one: { task_id: string }) => one.task_id)).toEqual([
    'make_numbers_1727539200',
    'make_more_1727539260',
    'read_numbers_1727539320',
  ]);
  const archived = JSON.parse(read(project, `${run}/${index.sessions[0].file}`));
  expect(archived.notes).toEqual([
    expect.objectContaining({ note_id: 'note_001', resolved_by: 'agent_self' }),
  ]);
  expect(read(project, `${run}/agents/archival_agent/cleanup_log.json`)).toContain('session_current.json');
  expect(execFileSync('git', ['for-each-ref', 'refs/swarm/verified'], { cwd: project.root }).length).toBe(0);
}, 60_000);

test.each([
  'planFolders.ensureDrawn.after',
  'planFolders.takeOutputs.after@2',
  'planFolders.answerNotes.before@2',
  'planFolders.drawNotes.before@2',
  'planBranches.ensureMerged.before',
  'planBranches.ensureMerged.after',
])(
  'a supervisor that is killed at %s leaves nothing undone and nothing twice',
  async (point) => {
    const project = await makePlanned();
    const id = await play(project, { SWARM_SUPERVISOR_FAILPOINT: point });
    const { notes } = await project.json<Notes>('note', 'list', id);
    expect(notes.map(({ note_id, status }) => [note_id, status])).toEqual([['note_001', 'resolved']]);
    expect(read(project, `.swarm/runs/${id}/agents/reader/task_output/summary.md`)).toBe('summary\n');
  },
  80_000,
);

test('notes that are escalated by file wait for the person together, and the answers lie in it', async () => {
  const escalated = '"status": "escalated", "escalation_reason": "a matter of requirements"';
  const maker = `#!/bin/sh
case $(cat "$SWARM_PROMPT_FILE") in
  *"Task make_numbers"*)
    swarm note add "Are Sundays counted?" --context "Counting" --escalate "a matter of requirements"
    cat > ${DRIVE}/session_current.json <<'END'
${file('make_numbers_1727539200', note('note_002', escalated))}
END
    ;;
  *"Completion drive review"*|*"Task make_more"*) swarm send --type result "made" ;;
  *) cp ${DRIVE}/session_current.json answered.json
    printf '1\\n2\\n' > orchestration/agents/maker/task_output/numbers.csv
    echo 3 > orchestration/agents/maker/task_output/more.csv
    mkdir -p data; echo from the maker > data/notes.txt; git add data
    git -c user.name=d -c user.email=d@example.invalid commit -qm made
    swarm send --type result "made" ;;
esac
`;
  const project = await makePlanned({}, maker);
  project.write('.swarm/plans/report/plan.yaml', PLAN.replace('[workflow_architect, user]', '[user]'));
  const ran = await project.swarm('plan', 'run', 'report', '--quiet', '--yes');
  const id = ran.stdout.trim();
  for (let asked = 0; asked < 2; asked++) {
    const { id: questionId, text } = await openQuestion(project);
    await project.swarm('answer', questionId, text.includes('Sundays') ? 'yes, all of them' : 'always 30');
  }
  expect((await project.swarm('wait', id, '--timeout', '55s')).code).toBe(0);
  const answered = JSON.parse(read(project, `.swarm/worktrees/${id}/maker/answered.json`));
  expect(answered.notes).toMatchObject([
    { note_id: 'note_001', status: 'resolved', resolution: 'yes, all of them', resolved_by: 'user' },
    { note_id: 'note_002', status: 'resolved', resolution: 'always 30', resolved_by: 'user' },
  ]);
}, 80_000);

test('where git cannot merge, the agent is told of the files and nothing of its own is changed', async () => {
  const reader = `#!/bin/sh
case $(cat "$SWARM_PROMPT_FILE") in
  *"could not be merged"*)
    cp "$SWARM_PROMPT_FILE" told.txt
    git merge -q -X ours "$(sed -n 's/.*git merge //p' told.txt | head -1)" ;;
  *) mkdir -p data; echo from the reader > data/notes.txt; git add data
    git commit -qm own
    echo summary > orchestration/agents/reader/task_output/summary.md
    echo draft > orchestration/agents/reader/task_output/draft.md
    swarm send --type result "read" ;;
esac
`;
  const project = await makePlanned();
  chmodSync(project.write('bin/reader.sh', reader), 0o755);
  for (const [key, value] of [
    ['name', 'd'],
    ['email', 'd@example.invalid'],
  ] as const)
    execFileSync('git', ['config', `user.${key}`, value], { cwd: project.root });
  const draft = `  - task_id: draft_it_1727539100
    role: reader
    instructions: Write the headings of the summary into draft.md, one line for each of them.
    outputs: [{ path: agents/reader/task_output/draft.md, format: Markdown }]
    success_criteria: [{ text: draft.md is there, file: agents/reader/task_output/draft.md }]
    verifier: checker
`;
  const more = PLAN.replace('tasks:\n', `tasks:\n${draft}`);
  project.write('.swarm/plans/report/plan.yaml', more);
  const id = await play(project);
  expect(read(project, `.swarm/worktrees/${id}/reader/told.txt`)).toContain('- data/notes.txt');
  const log = execFileSync('git', ['log', '--format=%s', `swarm/reader-${id}`], {
    cwd: project.root,
    encoding: 'utf8',
  });
  expect(log).toContain('made');
}, 80_000);

test('the folder of one plan shows its run, and takes one at a time', async () => {
  const project = await makePlanned({ paths: { plans: 'orchestration' } });
  const ran = await project.swarm('plan', 'run', 'report', '--quiet', '--yes');
  const second = await project.swarm('plan', 'run', 'report');
  expect([second.code, second.stderr]).toEqual([1, expect.stringContaining('shows one run at a time')]);
  expect((await project.swarm('wait', ran.stdout.trim(), '--timeout', '55s')).code).toBe(0);
  expect(read(project, 'orchestration/shared_status.json')).toContain('"session_complete"');
  expect(read(project, 'orchestration/agents/maker/task_output/numbers.csv')).toBe('1\n2\n');
  expect(read(project, 'orchestration/agents/archival_agent/archive_index.json')).toContain('read_numbers');
  expect(existsSync(join(project.root, `.swarm/runs/${ran.stdout.trim()}/shared_status.json`))).toBe(false);
}, 80_000);
