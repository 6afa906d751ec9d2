import {
  decideScreenMove,
  type ScreenMark,
  type ScreenMove,
  type ScreenObservation,
} from '../../src/domain/agent/screen.ts';
import type { HookAnswer, ScreenTurn } from '../../src/runtime/attempt/attempts.ts';
import type { Dice } from './dice.ts';
import type { Folder } from './folder.ts';
import type { Judge } from './judge.ts';
import type { Fate } from './schedule.ts';
import type { Screen } from './screen.ts';
import type { World } from './world.ts';

type Tools = Readonly<{ world: World; dice: Dice; judge: Judge }>;
type Put = Readonly<{ folder: Folder; turn: ScreenTurn; fate: Fate }>;

const NO_PANE: ScreenMove = { is: 'wait', lookInMs: 1_000, because: 'not-ready' };

/** One look at the screen and at most one key, which may get lost on its way or come after a crash. */
export function putToScreen(tools: Tools, put: Put): ScreenMove {
  const { world, dice } = tools;
  const { folder, turn, fate } = put;
  const screen = world.screenOf(folder);
  if (!screen) return NO_PANE;
  screen.paint(world.now);
  const mark = folder.markOf(turn.turnId, world.now);
  const observation = world.isBlind ? expected(mark, turn) : lookAt(screen, turn);
  const move = decideScreenMove({ observation, mark, isOurs: (typed) => turn.isTyped(turn.words, typed) });
  if (move.is === 'wait') return move;
  const stage = move.is === 'paste' ? 'pasted' : 'entered';
  if (!world.skipsMarks.has(stage)) folder.marks.set(turn.turnId, { stage, at: world.now });
  const isCutOff = fate === 'die-after' && dice.chance(0.5);
  if (!isCutOff) press(tools, { screen, put, key: move.is });
  return move;
}

const lookAt = (screen: Screen, turn: ScreenTurn): ScreenObservation =>
  screen.isScrolled ? { is: 'other' } : turn.read(screen.text);

// For the mutation check: without a look, the expected screen is assumed.
const expected = ({ stage }: ScreenMark, { words }: ScreenTurn): ScreenObservation => ({
  is: 'box',
  typed: stage === 'pasted' ? words : '',
  isAtWork: false,
});

type Key = Readonly<{ screen: Screen; put: Put; key: 'paste' | 'enter' }>;

function press({ world, dice, judge }: Tools, { screen, put, key }: Key): void {
  const { folder, turn } = put;
  const name = `${key} for ${turn.turnId} in ${folder.name}`;
  judge.trace.note(name);
  judge.demand(screen.isReady && screen.dialog === null && !screen.isScrolled, `${name} met no input box`);
  judge.demand(!screen.submitted.has(turn.turnId), `${name}, which was submitted before`);
  const isRough = !world.isCalm;
  if (key === 'paste') {
    judge.demand(screen.box.length === 0, `${name} goes into "${screen.typed}"`);
    if (isRough && dice.chance(0.05)) return;
    const lateMs = isRough && dice.chance(0.2) ? dice.between(500, 4_000) : dice.between(0, 300);
    return screen.paste({ text: turn.words, by: turn.turnId }, world.now + lateMs);
  }
  const isAlone = screen.box.length === 1 && screen.box[0]?.by === turn.turnId;
  judge.demand(isAlone, `${name} submits "${screen.typed}"`);
  if (isRough && dice.chance(0.15)) return;
  screen.submit();
}

/** Answers a waiting hook; false when it does not read its pipe just now. */
export function handToHook({ world, dice }: Tools, folder: Folder, { pipe, text }: HookAnswer): boolean {
  const screen = world.screenOf(folder);
  const dialog = screen?.pipes.get(pipe);
  if (!screen || !dialog) return true;
  if (screen.dialog !== dialog || (!world.isCalm && dice.chance(0.1))) return false;
  const answer = text.includes('"behavior":"allow"') ? 'allow' : 'deny';
  dialog.answer ??= answer;
  dialog.isByHook = true;
  return true;
}
