import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { COMMIT, endPlan, eventsOf, fileOf, makePlanned, planOf, startPlan, taskId } from './plans.ts';
import type { TestProject } from './project.ts';

const git = ({ root }: TestProject, ...args: string[]): string =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();

/** Forgets the unit at first, mends it when it is told, and adds a line for each round. */
const MEASURER = `#!/bin/sh${COMMIT}
case $prompt in
  *"Completion drive review"*) ;;
  *"Swarm looked at what you committed"*) echo "12 metres" > depth.txt; save ;;
  *"was verified and is not complete"*) echo "measured again" >> depth.txt; save ;;
  *) swarm note add "Assuming that the rope is straight"; swarm note resolve note_001 "it has a weight"
     echo "12" > depth.txt; save ;;
esac
done_now
`;

/** Spoils what it looks at, keeps what it was told, and is content with the third round. */
const SPOILER = `#!/bin/sh${COMMIT}
echo "$prompt" > $ROOT/told.txt
cat depth.txt >> $ROOT/seen.txt; echo -- >> $ROOT/seen.txt
echo spoilt > depth.txt; echo spoilt > new.txt; save; echo more > depth.txt
case $prompt in
  *"round 3."*) swarm send --type review --verdict approved "The depth is there." ;;
  *) swarm send --type review --verdict changes --finding "depth.txt: measured once only" "Nearly." ;;
esac
`;

test('red goes back, two verifications fail, one passes, and no edit of a verifier stays', async () => {
  const plan = planOf([
    { slug: 'depth', role: 'measurer', writes: 'depth.txt', command: 'grep -q metres depth.txt' },
  ]);
  const project = await makePlanned(plan, { developer: MEASURER, verifier: SPOILER });
  const runId = await startPlan(project);
  const { state, tasks } = await endPlan(project, runId);
  expect([state, tasks]).toMatchObject([
    'completed',
    [{ status: 'verified', rounds: 3, criteria: 'green', is_stale: false }],
  ]);
  expect(await eventsOf(project, runId, 'task-checked')).toEqual([
    expect.stringContaining('red: depth.txt names the depth'),
    ...Array(3).fill(expect.stringContaining('nothing is red')),
  ]);

  // Each round saw what was committed, and none of what the verifier did in the round before.
  const again = 'measured again\n';
  expect(fileOf(project, 'seen.txt')).toBe(
    [`12 metres\n`, `12 metres\n${again}`, `12 metres\n${again}${again}`]
      .map((text) => `${text}--\n`)
      .join(''),
  );
  const branch = `swarm/measurer-${runId}`;
  expect(git(project, 'show', `${branch}:depth.txt`)).not.toContain('spoilt');
  expect(git(project, 'branch', '--list', 'swarm/*')).toContain(branch);
  expect(git(project, 'branch', '--list', 'swarm/checker*')).toBe('');
  expect(fileOf(project, 'told.txt')).toContain(
    'note_001: Assuming that the rope is straight → it has a weight (agent_self)',
  );

  const round = (n: number): unknown =>
    JSON.parse(fileOf(project, `.swarm/runs/${runId}/agents/measurer/verification/round_${n}.json`));
  expect([1, 2, 3].map(round)).toMatchObject([
    { verdict: 'changes', findings: [{ about: 'depth.txt', text: 'measured once only' }] },
    { verdict: 'changes' },
    { verdict: 'approved', commit: git(project, 'rev-parse', branch), verifier: 'checker' },
  ]);
  expect(await project.json('status', runId)).toMatchObject({
    checks: [{ number: 1, results: [{ is: 'red' }] }, { number: 2 }, { number: 3 }, { number: 4 }],
    verifications: [
      {
        round: 1,
        verdict: 'changes',
        summary: 'Nearly.',
        findings: [{ about: 'depth.txt', subject: 'file', text: 'measured once only' }],
      },
      { round: 2, verdict: 'changes' },
      { round: 3, verdict: 'approved', summary: 'The depth is there.', findings: [] },
    ],
  });
  const merged = await project.swarm('merge', runId);
  expect([merged.code, merged.stderr]).toEqual([0, '']);
  expect([fileOf(project, 'depth.txt'), existsSync(join(project.root, 'new.txt'))]).toEqual([
    `12 metres\n${again}${again}`,
    false,
  ]);
});

/** Its second task changes what the first one wrote, once the reader is verified. */
const REVISER = `#!/bin/sh${COMMIT}
case $prompt in
  *"Completion drive review"*) ;;
  *"Task depth_"*) echo "12 metres" > depth.txt; save ;;
  *"Task width_"*) echo "3 metres" > width.txt; echo "13 metres" > depth.txt; save ;;
  *) git merge -q --no-edit $(git branch --list 'swarm/reviser*' --format '%(refname:short)')
     echo "deep" > page.txt; save ;;
esac
done_now
`;
const CONTENT = `#!/bin/sh${COMMIT}
case $prompt in *"Confirm "*) echo "$prompt" > $ROOT/confirmed.txt ;; esac
swarm send --type review --verdict approved "Good."
`;

test('a file that changes after it was verified makes its reader stale until it is confirmed', async () => {
  const plan = planOf([
    { slug: 'depth', role: 'reviser', writes: 'depth.txt' },
    { slug: 'page', role: 'reader', writes: 'page.txt', needs: 'depth' },
    { slug: 'width', role: 'reviser', writes: 'width.txt', needs: 'page' },
  ]);
  const project = await makePlanned(plan, { developer: REVISER, verifier: CONTENT });
  const runId = await startPlan(project);
  const { state, tasks } = await endPlan(project, runId);
  expect([state, tasks.map(({ rounds }) => rounds)]).toEqual(['completed', [1, 2, 1]]);
  expect(fileOf(project, 'confirmed.txt')).toContain(`- depth.txt, version 2, of ${taskId('depth')}`);
  expect(await eventsOf(project, runId, 'task-output')).toEqual([
    `depth.txt, version 1, of ${taskId('depth')}`,
    `page.txt, version 1, of ${taskId('page')}`,
    `depth.txt, version 2, of ${taskId('depth')}`,
    `width.txt, version 1, of ${taskId('width')}`,
  ]);
});

const PLAIN = `#!/bin/sh${COMMIT}
case $prompt in *"Completion drive review"*) ;; *) echo "12 metres" > depth.txt; save ;; esac
done_now
`;

test('a command that is not there is a question, and its answer runs it again', async () => {
  const plan = planOf([
    { slug: 'depth', role: 'measurer', writes: 'depth.txt', command: '$ROOT/bin/rope depth.txt' },
  ]);
  const project = await makePlanned(plan, { developer: PLAIN, verifier: CONTENT });
  const runId = await startPlan(project);
  await project.swarm('events', runId, '--follow', '--until', 'question-asked');
  const { questions } = await project.json<{ questions: { id: string; text: string }[] }>('questions');
  expect(questions).toMatchObject([{ text: expect.stringContaining('bin/rope depth.txt') }]);
  chmodSync(project.write('bin/rope', '#!/bin/sh\n'), 0o755);
  await project.swarm('answer', questions[0]?.id ?? '', 'run them again');
  expect((await endPlan(project, runId)).state).toBe('completed');
});

const HANGING = `#!/bin/sh
echo begun >> $ROOT/begun.txt
exec sleep 600
`;

test('the time and the retries of a task hold, and then a person is asked', async () => {
  const more = { timeout: '2s', retries: 1 };
  const plan = planOf([{ slug: 'depth', role: 'measurer', writes: 'depth.txt', more }]);
  const config = { timeouts: { turn: '10m', grace: '0s' }, retries: 5 };
  const project = await makePlanned(plan, { developer: HANGING, verifier: CONTENT, config });
  const runId = await startPlan(project);
  await project.swarm('events', runId, '--follow', '--until', 'question-asked');
  expect(fileOf(project, 'begun.txt')).toBe('begun\nbegun\n');
  const { questions } = await project.json<{ questions: { text: string }[] }>('questions');
  expect(questions).toMatchObject([{ text: expect.stringContaining('the turn took longer than 2 s') }]);
  expect((await project.json<{ tasks: unknown }>('status', runId)).tasks).toMatchObject([
    { status: 'blocked', waits_for: ['user'] },
  ]);
});
