import { markerOf } from '../../src/agents/claude/screen-prompt.ts';
import { endTurn, perform, startUp, wake } from './agent-brain.ts';
import type { Folder } from './folder.ts';
import { wrotePrompt } from './hook-lines.ts';
import { Performer, type Stage } from './performer.ts';
import { sit } from './screen-brain.ts';
import * as lines from './stream-lines.ts';
import type { Brain, Pause } from './world.ts';

const FOREVER = Number.POSITIVE_INFINITY;

/** The program that the launch plan names, as a brain. */
export function brainFor(stage: Stage, folder: Folder): Brain {
  const actor = new Performer(stage, folder);
  const program = folder.plan?.argv[0] ?? '';
  if (folder.plan?.input === 'terminal' && program === 'screener') return sit(actor);
  if (program === 'teller') return tell(actor);
  if (program === 'namer') return name(actor);
  return program === 'printer' ? print(actor) : converse(actor);
}

/** One process for many turns, fed through stdin. */
function* converse(actor: Performer): Brain {
  const { folder, dice, input } = actor;
  const argv = folder.plan?.argv ?? [];
  const given = argv[argv.findIndex((word) => word === '--resume' || word === '--session-id') + 1] ?? '';
  const conversation = actor.beginConversation(given, argv.includes('--resume'));
  const file = `${folder.plan?.env.SWARM_REHEARSAL_HOME ?? ''}/${conversation}.jsonl`;
  let wakesAt = FOREVER;
  yield* startUp(actor);
  actor.write(lines.began(conversation));
  for (;;) {
    yield { ms: Math.max(0, wakesAt - actor.now), until: () => input.hasTurn() || folder.isInputEnded };
    if (actor.now >= wakesAt) {
      wakesAt = FOREVER;
      yield* wake(actor);
      continue;
    }
    if (!input.hasTurn()) {
      if (wakesAt !== FOREVER) yield { ms: wakesAt - actor.now };
      else return yield* leave(actor);
      continue;
    }
    const turnId = input.readTurn();
    actor.see(turnId, lines.echo(turnId));
    if (!dice.chance(0.03)) {
      actor.remember(file, conversation);
      actor.transcribe(wrotePrompt(markerOf(turnId), actor.now));
    }
    const hasBackground = yield* perform(actor, true);
    yield* endTurn(actor);
    if (hasBackground) wakesAt = actor.now + dice.between(1_000, 200_000);
  }
}

// Most leave when their input ends; some have to be pushed.
function* leave({ dice, isCalm }: Performer): Generator<Pause, number, void> {
  if (!isCalm && dice.chance(0.1)) yield { ms: FOREVER };
  yield { ms: dice.between(1, 500) };
  return 0;
}

/** One process for one turn, with events. */
function* tell(actor: Performer): Brain {
  const { folder, dice } = actor;
  const { TURN_ID: turnId = '', CONVERSATION: conversation = '' } = folder.plan?.env ?? {};
  yield* startUp(actor);
  actor.write(lines.began(conversation));
  actor.see(turnId, lines.echo(turnId));
  actor.remember(`/tellers/${conversation}`, conversation);
  const hasBackground = yield* perform(actor, true);
  if (hasBackground) actor.write(lines.background(0));
  yield* endTurn(actor);
  if (dice.chance(0.1)) yield { ms: FOREVER };
  yield { ms: dice.between(1, 1_000) };
  return 0;
}

/** One process for one turn, with events; the conversation gets its name from the program. */
function* name(actor: Performer): Brain {
  const { folder, dice } = actor;
  const [, given] = folder.plan?.argv ?? [];
  yield* startUp(actor);
  if (given !== undefined && !actor.hasTranscript()) return 1;
  const conversation = given === undefined ? `n-${dice.hex(12)}` : actor.beginConversation(given, true);
  actor.write(lines.began(conversation));
  actor.see(folder.plan?.env.TURN_ID ?? '', null);
  actor.remember(`/namers/${conversation}`, conversation);
  const hasBackground = yield* perform(actor, true);
  if (hasBackground) actor.write(lines.background(0));
  yield* endTurn(actor);
  yield { ms: dice.between(1, 1_000) };
  return 0;
}

/** Any program: plain output, and an exit. */
function* print(actor: Performer): Brain {
  const { folder, dice } = actor;
  yield* startUp(actor);
  actor.see(folder.plan?.env.TURN_ID ?? '', null);
  yield* perform(actor, false);
  folder.writeEvent(`printed ${dice.hex(6)}`);
  folder.reported.messages += 1;
  const end = dice.weigh(actor.isCalm ? { good: 1 } : { good: 70, crash: 10, exit: 10, hang: 10 });
  if (end === 'hang') yield { ms: FOREVER };
  if (end === 'good') actor.finish();
  if (end === 'crash') return 139;
  return end === 'exit' ? 3 : 0;
}
