import { RunRef } from '../../contract/run.ts';
import { accept, type Outcome } from '../../domain/outcome.ts';
import type { RunOrder } from '../../domain/run/program.ts';
import { type Difference, differencesOf, type Replayed, replayRun } from '../../domain/run/replay.ts';
import type { Run } from '../../domain/run/run.ts';
import { progressOf, type WorkflowState } from '../../domain/run/workflow/state.ts';
import type { VerbDeps } from '../deps.ts';
import { questionIdOf } from '../question/draft-question.ts';
import { runQuestionKey } from '../run/apply-orders.ts';
import { findRun } from '../run/find-run.ts';
import { verb } from '../verb.ts';

export type ReplayedRun = Readonly<{ run: Run; facts: number; differences: readonly Difference[] }>;
type ReplayDeps = Pick<VerbDeps, 'store' | 'ids'>;

/** Tells the pure program of a run all that it was told, and compares what follows with the rows. */
async function replay(deps: ReplayDeps, { runId }: RunRef): Promise<Outcome<ReplayedRun>> {
  const found = await findRun(deps.store, runId);
  if (!found.ok) return found;
  const run = found.value;
  const memory = await deps.store.findRunMemory(runId);
  if (!memory) throw new Error(`run ${runId} has no memory`);
  const kept = await deps.store.listRunFacts(runId);
  const replayed = replayRun(
    memory.definition,
    run.goal,
    kept.map(({ fact }) => fact),
  );
  const differences = [
    ...differencesOf(memory.state, replayed.state, 'memory'),
    ...differencesOf(shownOf(run), followsFrom(replayed.state), 'run'),
    ...(await questionDifferences(deps, run, replayed)),
  ];
  return accept({ run, facts: kept.length, differences });
}

const shownOf = ({ stage, round, progress, ending }: Run) => ({
  stage,
  round,
  progress,
  ending: ending === 'cancelled' ? null : ending,
});

// A run that a person ended has its ending from there, not from its program.
const followsFrom = (state: WorkflowState) => ({
  stage: state.stage,
  round: state.round,
  progress: progressOf(state),
  ending: endingOf(state),
});

function endingOf({ ended }: WorkflowState): Run['ending'] {
  if (ended === null) return null;
  return ended.success ? 'completed' : 'failed';
}

type Asking = Extract<RunOrder, { is: 'ask' }>;

/** Each question that the program asked has its row, with the same words. */
async function questionDifferences(
  { store, ids }: ReplayDeps,
  { id: runId }: Run,
  { orders }: Replayed,
): Promise<readonly Difference[]> {
  const asked = orders.filter((order): order is Asking => order.is === 'ask');
  const found = asked.map(async ({ question, text }) => {
    const row = await store.findQuestion(questionIdOf(runQuestionKey(runId, question), ids.hash));
    return differencesOf(row?.text, text, `questions.${question}`);
  });
  return (await Promise.all(found)).flat();
}

export const replayRunVerb = verb({
  name: 'plan.replay',
  summary: 'Replay a run from the facts that were kept, and say where its rows differ',
  asks: 'anyone',
  reads: true,
  input: RunRef,
  answer: async () => (await import('../../contract/answer/plan-run.ts')).ReplayedRunAnswer,
  run: replay,
  json: ({ run, facts, differences }) => ({
    run_id: run.id,
    facts,
    is_equal: differences.length === 0,
    differences,
  }),
});
