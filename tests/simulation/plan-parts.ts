import { HELPERS } from '../../src/domain/run/design/design-state.ts';
import {
  ARCHITECT,
  DESIGN_VERIFIER,
  SOLUTION_ARCHITECT,
} from '../../src/domain/run/plan/escalation/escalation.ts';
import { planText } from '../samples/plan-text.ts';
import type { KnownDesign } from './design-verdict.ts';
import type { Performer } from './performer.ts';
import type { KnownPlan } from './plan-verdict.ts';
import { changedText, randomPlan } from './random-plan.ts';
import { playPart } from './run-parts.ts';
import type { Pause } from './world.ts';

const PATIENCE_MS = 30_000;
const DOER = /^agent_\d+$/;

type Play = Generator<Pause, void, void>;

/** What a role sends before its turn ends, whatever its run is. */
export function* playRole(actor: Performer, part: string): Play {
  const { design, planRun } = actor;
  if (design !== null) return yield* playDesigner(actor, part, design);
  if (planRun !== null && part === ARCHITECT) return yield* playArchitect(actor, planRun);
  if (planRun !== null && (DOER.test(part) || part === SOLUTION_ARCHITECT)) yield* keepNotes(actor);
  yield* playPart(actor, part);
}

function* ask(actor: Performer, body: Readonly<Record<string, unknown>>): Play {
  yield { ms: actor.dice.between(1, 2_000) };
  yield* actor.ask(body, PATIENCE_MS);
}

type NoteDeed = 'nothing' | 'escalate' | 'settle' | 'leave';
const NOTE_DEEDS: Readonly<Record<NoteDeed, number>> = { nothing: 60, escalate: 25, settle: 10, leave: 5 };
const CALM_NOTE_DEEDS: Partial<Record<NoteDeed, number>> = { nothing: 94, escalate: 3, settle: 3 };
/** Few, so that the same is asked again. */
const DOUBTS = ['Which unit is meant?', 'Whose source counts?'];

/** A doer settles what it left open, then doubts or assumes something, or nothing. */
function* keepNotes(actor: Performer): Play {
  const { dice, isCalm } = actor;
  for (const noteId of actor.openNotes)
    yield* ask(actor, { verb: 'note.resolve', noteId, resolution: 'done' });
  const deed = dice.weigh<NoteDeed>(isCalm ? CALM_NOTE_DEEDS : NOTE_DEEDS);
  if (deed === 'nothing') return;
  const reason = deed === 'escalate' ? { reason: 'not mine to decide' } : {};
  yield* ask(actor, { verb: 'note.add', description: dice.pick(DOUBTS), context: 'at work', ...reason });
  if (deed !== 'settle') return;
  for (const noteId of actor.openNotes) yield* ask(actor, { verb: 'note.resolve', noteId, resolution: 'so' });
}

type Word = 'answer' | 'affects' | 'user' | 'technical' | 'stranger' | 'nothing';
const WORDS: Readonly<Record<Word, number>> = {
  answer: 50,
  affects: 15,
  user: 12,
  technical: 12,
  stranger: 5,
  nothing: 6,
};
const CALM_WORDS: Partial<Record<Word, number>> = { answer: 80, affects: 10, user: 5, technical: 5 };
const CHANGES_PLAN = 0.2;

/** The architect of a run says something to each note that it has in hand, and may change the plan. */
function* playArchitect(actor: Performer, run: KnownPlan): Play {
  const { dice, isCalm } = actor;
  const inHand = run.state.escalations.flatMap(({ notes }) =>
    notes.filter(({ at, isTold }) => at === 'architect' && isTold),
  );
  for (const { id: noteId } of inHand) {
    const word = dice.weigh<Word>(isCalm ? CALM_WORDS : WORDS);
    if (word !== 'nothing') yield* ask(actor, { noteId, ...wordOf(actor, run, word) });
  }
  if (!isCalm && dice.chance(CHANGES_PLAN))
    yield* ask(actor, { verb: 'plan.change', text: changedText(dice, run) });
}

function wordOf(
  { dice }: Performer,
  { plan }: KnownPlan,
  word: Exclude<Word, 'nothing'>,
): Record<string, unknown> {
  const text = `w-${dice.hex(8)} ${dice.hex(8)}`;
  if (word === 'user' || word === 'technical') return { verb: 'escalation.route', to: word, text };
  const affects = { answer: 'none', affects: dice.pick(plan.tasks).id, stranger: 'no_such_task' }[word];
  return { verb: 'escalation.answer', answer: text, affects };
}

function* playDesigner(actor: Performer, part: string, design: KnownDesign): Play {
  if (part === ARCHITECT) return yield* handInPlan(actor, design);
  if (part === DESIGN_VERIFIER) return yield* playPart(actor, part);
  if (actor.dice.chance(actor.isCalm ? 0.95 : 0.7))
    yield* ask(actor, { verb: 'message.send', to: ARCHITECT, body: `p-${actor.dice.hex(12)}` });
}

type Version = 'sound' | 'large' | 'unsound' | 'torn' | 'ask' | 'nothing';
const VERSIONS: Readonly<Record<Version, number>> = {
  sound: 55,
  large: 12,
  unsound: 10,
  torn: 5,
  ask: 10,
  nothing: 8,
};
const CALM_VERSIONS: Partial<Record<Version, number>> = { sound: 95, unsound: 5 };

/** Mostly one sound version; now and then one too many, none, or nonsense. */
function* handInPlan(actor: Performer, { plan: name }: KnownDesign): Play {
  const { dice, isCalm } = actor;
  for (let left = isCalm ? 1 : dice.between(1, 2); left > 0; left--) {
    const version = dice.weigh<Version>(isCalm ? CALM_VERSIONS : VERSIONS);
    if (version === 'nothing') return;
    if (version === 'ask')
      yield* ask(actor, { verb: 'message.send', to: dice.pick(HELPERS), body: `p-${dice.hex(12)}` });
    else yield* ask(actor, { verb: 'plan.submit', text: versionText(actor, name, version) });
  }
}

function versionText({ dice }: Performer, name: string, version: Version): string {
  if (version === 'torn') return `name: ${name}\ntasks: [v-${dice.hex(12)}`;
  const plan = randomPlan(dice, version === 'large');
  const agents = version === 'unsound' ? [] : plan.agents;
  return planText({ ...plan, name, agents, goal: `A report, as v-${dice.hex(12)} has it` });
}
