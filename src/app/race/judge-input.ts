import { parseJson } from '../../contract/json.ts';
import { Verdict } from '../../contract/race.ts';
import { CreateSession } from '../../contract/session.ts';
import { type Case, judgeTask, verdictSchema } from '../../domain/race/judge-task.ts';
import type { JudgeSighting } from '../../domain/race/race-move.ts';
import { titleOf } from '../../domain/session/title.ts';

type Judging = Case & Readonly<{ persona: string; raceId: string; title: string }>;

/** The session that compares what several rivals brought about. */
export const judgeInput = ({ persona, raceId, title, ...judged }: Judging): CreateSession =>
  CreateSession.parse({
    persona,
    prompt: judgeTask(judged),
    promptSource: raceId,
    title: titleOf(`Judge: ${title}`),
    schema: verdictSchema(judged.entries.map(({ sessionId }) => sessionId)),
    wait: true,
  });

/** What a judge has delivered. */
export function parseVerdict(text: string): JudgeSighting {
  const parsed = parseJson(text);
  const verdict = Verdict.safeParse(parsed.ok ? parsed.value : null);
  if (!verdict.success) return { is: 'none', why: 'what it delivered is no verdict' };
  return { is: 'verdict', winnerId: verdict.data.winner, why: verdict.data.reason };
}
