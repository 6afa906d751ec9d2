import { expect, test } from 'vitest';
import { RescueListAnswer } from '../../contract/answer/rescue.ts';
import type { Rescue } from '../../domain/workspace/rescue.ts';
import type { Workspaces } from '../../runtime/workspace/workspaces.ts';
import { listRescues, listRescuesVerb } from './list-rescues.ts';
import { restoreRescue } from './restore-rescue.ts';
import { showRescue } from './show-rescue.ts';

const rescue = (sessionId: string, number: number): Rescue => ({
  ref: `refs/swarm/rescue/${sessionId}/${number}`,
  sessionId,
  number,
  commit: 'c0ffee',
  at: 1_700_000_000_000,
  subject: 'rescued',
});

/** Two rescues of one session, and a folder that is taken. */
function stage() {
  const restored: string[] = [];
  const workspaces: Pick<Workspaces, 'listRescues' | 'renderRescue' | 'restoreRescue'> = {
    listRescues: async () => [rescue('s-1', 1), rescue('s-1', 2), rescue('s-2', 1)],
    renderRescue: async ({ ref }) => `holds ${ref}`,
    restoreRescue: async ({ ref }, target) => void restored.push(`${ref} → ${target}`),
  };
  const observeTarget = async (folder: string) => ({ path: `/at/${folder}`, isTaken: folder === 'taken' });
  return { deps: { workspaces: workspaces as Workspaces, observeTarget }, restored };
}

test('rescues are listed by their short names', async () => {
  const listed = await listRescues(stage().deps);
  const { rescues } = RescueListAnswer.parse(listed.ok && listRescuesVerb.json(listed.value));
  expect(rescues.map(({ ref }) => ref)).toEqual(['s-1/1', 's-1/2', 's-2/1']);
});

test('the id of a session names its newest rescue; a short name and a full ref name one', async () => {
  const { deps } = stage();
  for (const [ref, found] of [
    ['s-1', 's-1/2'],
    ['s-1/1', 's-1/1'],
    ['refs/swarm/rescue/s-2/1', 's-2/1'],
  ] as const) {
    expect(await showRescue(deps, { ref })).toMatchObject({
      value: { ref: found, text: `holds refs/swarm/rescue/${found}` },
    });
  }
  expect(await showRescue(deps, { ref: 's-9' })).toMatchObject({
    refusal: { code: 'rescue-not-found', known: ['s-1/1', 's-1/2', 's-2/1'] },
  });
});

test('a rescue is restored into a new folder, never over one that is there', async () => {
  const { deps, restored } = stage();
  expect(await restoreRescue(deps, { ref: 's-1', folder: 'taken' })).toMatchObject({
    refusal: { code: 'rescue-target-taken', path: '/at/taken' },
  });
  expect(restored).toEqual([]);
  expect(await restoreRescue(deps, { ref: 's-1', folder: 'new' })).toMatchObject({
    value: { ref: 's-1/2', folder: '/at/new' },
  });
  expect(restored).toEqual(['refs/swarm/rescue/s-1/2 → /at/new']);
});
