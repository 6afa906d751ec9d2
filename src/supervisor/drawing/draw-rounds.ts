import type { Plan } from '../../domain/plan/plan.ts';
import type { TaskRound } from '../../domain/plan/verification.ts';
import { renderRoundFile } from '../../views/plan/round-file.ts';
import type { RoundDeps } from '../deps.ts';

type DrawingDeps = Pick<RoundDeps, 'store' | 'drawings'>;

/** Draws the verifications of a plan that were not drawn yet. Gives back how many there are. */
export async function drawRounds(
  { store, drawings }: DrawingDeps,
  runId: string,
  drawn: number,
): Promise<number> {
  const rounds = await store.listTaskRounds(runId);
  const memory = rounds.length > drawn ? await store.findRunMemory(runId) : undefined;
  if (!memory || !('plan' in memory.definition)) return rounds.length;
  const fresh = new Set(rounds.slice(drawn));
  for (const [role, ofRole] of byRole(memory.definition.plan, rounds)) {
    for (const [index, round] of ofRole.entries()) {
      if (!fresh.has(round)) continue;
      const name = `agents/${role}/verification/round_${index + 1}.json`;
      await drawings.drawRun(runId, name, renderRoundFile(round));
    }
  }
  return rounds.length;
}

/** Numbered for each role: its tasks follow one another. */
function byRole({ tasks }: Plan, rounds: readonly TaskRound[]): ReadonlyMap<string, readonly TaskRound[]> {
  const roles = new Map(tasks.map(({ id, role }) => [id, role]));
  const found = new Map<string, TaskRound[]>();
  for (const round of rounds) {
    const role = roles.get(round.taskId);
    if (role !== undefined) found.set(role, [...(found.get(role) ?? []), round]);
  }
  return found;
}
