import type { Script } from './script.ts';
import type { Step } from './step.ts';

/** One line of the transcript. */
export type Entry =
  | { type: 'prompt'; turnId: string; text: string; script: Script | null }
  | { type: 'step-started'; step: number }
  /** The question of this step is open; its answer arrives as a prompt. */
  | { type: 'step-waiting'; step: number }
  | { type: 'step-ended'; step: number }
  | { type: 'turn-ended'; ok: boolean; text: string };

/** What the agent remembers: the script it plays, and how far it got. */
export type Memory = Readonly<{
  turnId: string;
  /** How many scripts it was given, with this one. */
  scripts: number;
  steps: readonly Step[];
  /** First step that has not ended. */
  next: number;
  /** The state of the step at `next`. `begun` means that it was broken off. */
  stage: 'untouched' | 'begun' | 'waiting';
}> | null;

/** A script that cannot be played leaves the previous one in place. */
export function remember(memory: Memory, entry: Entry): Memory {
  if (entry.type === 'prompt') {
    if (entry.script === null || !('steps' in entry.script)) return memory;
    const scripts = (memory?.scripts ?? 0) + 1;
    return { turnId: entry.turnId, scripts, steps: entry.script.steps, next: 0, stage: 'untouched' };
  }
  if (memory === null) return null;
  switch (entry.type) {
    case 'step-started':
      return { ...memory, next: entry.step, stage: 'begun' };
    case 'step-waiting':
      return { ...memory, next: entry.step, stage: 'waiting' };
    case 'step-ended':
      return { ...memory, next: entry.step + 1, stage: 'untouched' };
    default:
      return memory;
  }
}

export type PromptMove = 'read-script' | 'play-part' | 'read-answer' | 'keep-waiting' | 'go-on' | 'rest';

type IncomingPrompt = Readonly<{ turnId: string; text: string; hasBlock: boolean; isInRun?: boolean }>;

/** What to do with a prompt. A repeated one, whose echo was lost, starts nothing again. */
export function decidePromptMove(memory: Memory, prompt: IncomingPrompt): PromptMove {
  const isAgain = memory !== null && memory.turnId === prompt.turnId;
  if (prompt.hasBlock && !isAgain) return 'read-script';
  if (memory === null) return 'play-part';
  const step = memory.steps[memory.next];
  // In a run every further task is one for the same part.
  if (step === undefined) return prompt.isInRun && !isAgain ? 'play-part' : 'rest';
  if (step.do !== 'ask' || memory.stage === 'untouched') return 'go-on';
  if (!isAgain && prompt.text.includes(step.text)) return 'read-answer';
  return memory.stage === 'waiting' ? 'keep-waiting' : 'go-on';
}
