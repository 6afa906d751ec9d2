import type { Wakes } from '../app/session/wait-sessions.ts';
import type { Outcome } from '../domain/outcome.ts';
import { renderOpenQuestion } from '../views/question-line.ts';
import type { SessionView } from '../views/session-view.ts';
import { isLive } from '../views/session-view.ts';
import { answered } from './command.ts';
import type { Host, OutputReader } from './host.ts';

type Sink = Readonly<{
  /** What the agent wrote. */
  write: (text: string) => Promise<void>;
  /** What it waits for, told once. */
  warn: (text: string) => void;
}>;

// The output's own growth wakes us; the end of the session is told by the supervisor.
const LOOK_AGAIN_MS = 60_000;

/** Passes on what the agent writes until its session is over; gives back the last observation of it. */
export async function followOutput(
  host: Host,
  first: SessionView,
  sink: Sink,
): Promise<Outcome<SessionView>> {
  const output = await host.openOutput(first);
  const wakes = isLive(first.session) ? await host.wakes() : null;
  try {
    return await passOn(host, { sessionId: first.session.id, output, wakes, sink });
  } finally {
    output.close();
    wakes?.close();
  }
}

type Following = Readonly<{ sessionId: string; output: OutputReader; wakes: Wakes | null; sink: Sink }>;

async function passOn(host: Host, following: Following): Promise<Outcome<SessionView>> {
  const { sessionId, output, wakes, sink } = following;
  let wake: Promise<unknown> | null = null;
  const told = new Set<string>();
  for (;;) {
    // Looked at before the last read, so that nothing written before the end is missed.
    const seen = await host.ask('session.show', { sessionId });
    if (!seen.ok) return seen;
    const text = await output.read();
    if (text !== '') await sink.write(text);
    tellQuestions(seen.value, told, sink);
    if (text !== '') continue;
    if (!isLive(seen.value.session) || wakes === null) return answered(seen.value);
    // One waiting wake-up serves many changes of the file.
    wake ??= wakes.next(LOOK_AGAIN_MS).finally(() => {
      wake = null;
    });
    await Promise.race([output.changed(LOOK_AGAIN_MS), wake]);
  }
}

/** Says at once that a person is waited for, with the command that answers. */
function tellQuestions({ questions }: SessionView, told: Set<string>, { warn }: Sink): void {
  for (const question of questions) {
    if (question.state !== 'open' || told.has(question.id)) continue;
    told.add(question.id);
    warn(renderOpenQuestion(question));
  }
}
