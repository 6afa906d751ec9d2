import type { AgentFact } from '../domain/agent/fact.ts';
import type { Attempt } from '../domain/attempt/attempt.ts';
import { foldFacts } from '../domain/attempt/fold-facts.ts';
import type { Turn } from '../domain/turn/turn.ts';
import { renderOutput } from '../views/output-text.ts';
import { applyFact } from './apply-fact.ts';
import type { Look, RoundDeps } from './deps.ts';
import { draftFor, isOnScreen, type Scene } from './scene.ts';
import { screenWords } from './serve-screen.ts';

/**
 * Reads on in the agent's own record. Cursor, counts and what they mean for the session are saved together.
 */
export async function takeEvents(deps: RoundDeps, scene: Scene): Promise<Look | null> {
  const { attempt, ref, agent, sight } = scene;
  if (attempt === null || attempt.endedAt !== null || sight.is === 'absent') return null;
  const read = await deps.attempts.readEvents(ref, attempt.eventsCursor);
  if (read.next === attempt.eventsCursor) return null;

  const facts = [...read.lines.flatMap((line) => agent.parseLine(line)), ...tooLong(read.tooLong)];
  const text = facts.map(renderOutput).join('');
  // Drawn before the cursor moves: after a crash the same text goes to the same place.
  if (text !== '') await deps.attempts.writeOutput(ref, attempt.outputBytes, text);
  await saveFacts(deps, scene, { attempt, facts, next: read.next, textBytes: Buffer.byteLength(text) });
  return 'again';
}

const tooLong = (count: number): AgentFact[] =>
  Array.from({ length: count }, () => ({ kind: 'broken', problem: 'a line was too long to read' }));

type Taken = Readonly<{ attempt: Attempt; facts: readonly AgentFact[]; next: number; textBytes: number }>;

async function saveFacts(
  deps: RoundDeps,
  scene: Scene,
  { attempt, facts, next, textBytes }: Taken,
): Promise<void> {
  const draft = draftFor(scene, deps);
  const folded = foldFacts(attempt, facts, draft.at);
  const context = {
    config: deps.config,
    attempt: attempt.number,
    backgroundTasks: folded.backgroundTasks,
    isOnScreen: isOnScreen(scene.session, scene.agent),
    echoes: scene.agent.can.manyTurns,
    resetAt: latestReset(facts),
    openQuestions: await deps.store.listQuestions({ sessionId: scene.session.id, state: 'open' }),
    isPromptOf: (turn: Turn, text: string) =>
      scene.agent.screen?.isSamePrompt(screenWords(deps, scene, turn), text) ?? false,
    hash: deps.ids.hash,
  };
  for (const fact of facts) applyFact(draft, fact, context);
  // Every line is a sign of life, also one that means nothing to us.
  const to = {
    ...folded,
    lastEventAt: draft.at,
    eventsCursor: next,
    outputBytes: attempt.outputBytes + textBytes,
  };
  await deps.store.commit([...draft.writes, { kind: 'save-attempt', from: attempt, to }]);
}

// One limit may be told several times, and not every time with its end.
function latestReset(facts: readonly AgentFact[]): number | null {
  const known = facts.flatMap((fact) =>
    fact.kind === 'limited' && fact.resetAt !== null ? [fact.resetAt] : [],
  );
  return known.length === 0 ? null : Math.max(...known);
}
