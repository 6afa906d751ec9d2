import type { AgentFact } from '../../domain/agent/fact.ts';
import type { Attempt, DrawnBytes } from '../../domain/attempt/attempt.ts';
import type { DrawnPosition } from '../../runtime/attempt/attempts.ts';
import { renderOutput } from '../../views/output-text.ts';
import { type ReadAt, renderErrorLine, renderToolLine } from '../../views/record-lines.ts';
import type { RoundDeps } from '../deps.ts';
import type { SessionScene } from '../session/session-scene.ts';

type Drawing = Readonly<{
  file: DrawnPosition['file'];
  bytes: keyof DrawnBytes;
  render: (fact: AgentFact, read: ReadAt) => string;
}>;

// Each grows with the record, at the position in the attempt's row.
const DRAWINGS: readonly Drawing[] = [
  { file: 'output.log', bytes: 'outputBytes', render: renderOutput },
  { file: 'tools.jsonl', bytes: 'toolsBytes', render: renderToolLine },
  { file: 'errors.jsonl', bytes: 'errorsBytes', render: renderErrorLine },
];

/** Draws what these facts add to the session's files; gives back how far each has come then. */
export async function drawRecord(
  { attempts, clock, config }: RoundDeps,
  { ref }: SessionScene,
  { attempt, facts }: Readonly<{ attempt: Attempt; facts: readonly AgentFact[] }>,
): Promise<DrawnBytes> {
  const { outputBytes, toolsBytes, errorsBytes } = attempt;
  const drawn = { outputBytes, toolsBytes, errorsBytes };
  const read = { at: clock.now(), attempt: attempt.number };
  for (const { file, bytes, render } of DRAWINGS) {
    if (file === 'output.log' && !config.captureOutput) continue;
    const text = facts.map((fact) => render(fact, read)).join('');
    if (text === '') continue;
    await attempts.drawAt(ref, { file, position: drawn[bytes] }, text);
    drawn[bytes] += Buffer.byteLength(text);
  }
  return drawn;
}
