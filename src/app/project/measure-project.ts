import * as z from 'zod/mini';
import type { ProjectMeasuresAnswer } from '../../contract/answer/measures.ts';
import { accept, type Outcome } from '../../domain/outcome.ts';
import type { SessionState } from '../../domain/session/session.ts';
import type { UsageSum } from '../../domain/usage/usage.ts';
import type { VerbDeps } from '../deps.ts';
import { verb } from '../verb.ts';

const OLDEST_AMONG = 10_000;

type PersonaMeasures = Readonly<{
  usage: UsageSum;
  states: Partial<Record<SessionState, number>>;
}>;

export type ProjectMeasures = Readonly<{
  personas: readonly PersonaMeasures[];
  /** All sessions, also those that have used nothing yet. */
  states: Partial<Record<SessionState, number>>;
  work: Readonly<Record<string, number>>;
  oldestReadyMs: number | null;
  questions: Readonly<Record<string, number>>;
  oldestQuestionMs: number | null;
  isPaused: boolean;
}>;

/** How much there is of everything, for programs that watch over many projects. */
export async function measureProject({
  store,
  clock,
}: Pick<VerbDeps, 'store' | 'clock'>): Promise<Outcome<ProjectMeasures>> {
  const now = clock.now();
  const sums = await store.listUsage({ by: 'persona', since: 0, now });
  const personas = await Promise.all(
    sums.map(async (usage) => ({ usage, states: await store.countSessions({ persona: usage.of ?? '' }) })),
  );
  const ready = await store.listWork({ states: ['queued'] }, { limit: OLDEST_AMONG });
  const open = await store.listQuestions({ state: 'open' });
  const age = (times: readonly number[]): number | null =>
    times.length === 0 ? null : Math.max(0, now - Math.min(...times));
  return accept({
    personas,
    states: await store.countSessions({}),
    work: await store.countWork({}),
    oldestReadyMs: age(ready.map(({ createdAt }) => createdAt)),
    questions: countBy(open.map(({ kind }) => kind)),
    oldestQuestionMs: age(open.map(({ askedAt }) => askedAt)),
    isPaused: (await store.findPause()) !== undefined,
  });
}

const countBy = (names: readonly string[]): Readonly<Record<string, number>> =>
  Object.fromEntries([...new Set(names)].map((name) => [name, names.filter((one) => one === name).length]));

export const measureProjectVerb = verb({
  name: 'project.measure',
  summary: 'Count sessions, work, questions, tokens and cost, for monitoring',
  asks: 'anyone',
  reads: true,
  input: z.object({}),
  answer: async () => (await import('../../contract/answer/measures.ts')).ProjectMeasuresAnswer,
  run: measureProject,
  json: measuresJson,
});

function measuresJson(measures: ProjectMeasures): ProjectMeasuresAnswer {
  return {
    sessions: { ...measures.states },
    personas: measures.personas.map(({ usage, states }) => ({
      persona: usage.of ?? '',
      sessions: { ...states },
      attempts: usage.attempts,
      tool_calls: usage.toolCalls,
      input_tokens: usage.inputTokens,
      output_tokens: usage.outputTokens,
      cost_usd: usage.costUsd,
    })),
    work: { ...measures.work },
    oldest_ready_ms: measures.oldestReadyMs,
    questions: { ...measures.questions },
    oldest_question_ms: measures.oldestQuestionMs,
    paused: measures.isPaused,
  };
}
