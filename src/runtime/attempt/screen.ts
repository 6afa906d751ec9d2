import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import {
  decideScreenMove,
  isScreenAtRest,
  type ScreenMark,
  type ScreenMove,
  type ScreenObservation,
} from '../../domain/agent/screen.ts';
import type { AgentFiles } from '../agent-files/agent-files.ts';
import { attemptFolder, paneMarkOf } from './attempt-folder.ts';
import type { AttemptRef, HookAnswer, ScreenTurn } from './attempts.ts';
import type { AttemptWorld } from './world.ts';

const NO_PANE_MS = 1_000;
/** A screen that is being redrawn may show stale content for a moment. */
const SECOND_LOOK_MS = 500;

/** The observation of the screen; at rest only if a second look agrees. */
export async function observeScreen(
  { tmux }: AttemptWorld,
  ref: AttemptRef,
  read: (screen: string) => ScreenObservation,
): Promise<ScreenObservation> {
  const look = async (): Promise<ScreenObservation> => {
    const screen = tmux && (await tmux.readScreen(paneMarkOf(ref)));
    return screen ? read(screen.text) : { is: 'other' };
  };
  const first = await look();
  if (!isScreenAtRest(first)) return first;
  await pause(SECOND_LOOK_MS);
  return look();
}

/** One look at the screen, and at most one key. The key is noted in the folder first. */
export async function putToScreen(
  { sessionsDir, tmux, files, launches }: AttemptWorld,
  ref: AttemptRef,
  turn: ScreenTurn,
): Promise<ScreenMove> {
  const { dir } = attemptFolder(sessionsDir, ref);
  const pane = paneMarkOf(ref);
  const screen = tmux && (await tmux.readScreen(pane));
  if (!tmux || !screen) return { is: 'wait', lookInMs: NO_PANE_MS, because: 'not-ready' };

  const observation: ScreenObservation = screen.isScrolled ? { is: 'other' } : turn.read(screen.text);
  const mark = readMark(files, dir, turn.turnId);
  const move = decideScreenMove({ observation, mark, isOurs: (typed) => turn.isTyped(turn.words, typed) });
  if (move.is === 'paste') {
    const file = launches.saveWords(ref, turn.words);
    if (turn.file) files.write(join(dir, turn.file.name), turn.file.text);
    files.write(markFile(dir, turn.turnId), 'pasted');
    await tmux.paste(pane, file);
  }
  if (move.is === 'enter') {
    files.write(markFile(dir, turn.turnId), 'entered');
    await tmux.pressEnter(pane);
  }
  return move;
}

// One mark per turn: a round that acts on stale rows still sees that the turn was submitted.
const markFile = (dir: string, turnId: string): string => join(dir, `screen-mark-${turnId}`);

const MARK_BYTES = 16;

function readMark(files: AgentFiles, dir: string, turnId: string): ScreenMark {
  const mark = files.read(markFile(dir, turnId), MARK_BYTES);
  const stage = mark?.text;
  if (stage !== 'pasted' && stage !== 'entered') return { stage: 'none', ageMs: 0 };
  return { stage, ageMs: Math.max(0, Date.now() - (mark?.changedAt ?? 0)) };
}

/** Writes the answer first, then wakes the hook, which removes both once it has read. Idempotent. */
export function handToHook({ files }: AttemptWorld, dir: string, answer: HookAnswer): boolean {
  const path = join(dir, answer.pipe);
  if (!files.observe(path)?.isFIFO()) return true;
  files.write(join(dir, answer.name), answer.text);
  return files.wake(path);
}
