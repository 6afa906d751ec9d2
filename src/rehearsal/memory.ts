import type { Script } from './script.ts';
import type { Step } from './step.ts';

/** One line of the transcript. */
export type Entry =
  | { type: 'prompt'; turnId: string; text: string; script: Script | null }
  | { type: 'step-started'; step: number }
  | { type: 'step-ended'; step: number }
  | { type: 'turn-ended'; ok: boolean; text: string };

/** What the agent knows of its own past: the script it plays and how far it got. */
export type Memory = Readonly<{
  turnId: string;
  steps: readonly Step[];
  /** First step that has not ended. */
  next: number;
  /** The step at `next` was begun and broken off. */
  isNextBegun: boolean;
}> | null;

/** A script that cannot be played leaves the one before in place. */
export function remember(memory: Memory, entry: Entry): Memory {
  if (entry.type === 'prompt') {
    if (entry.script === null || !('steps' in entry.script)) return memory;
    return { turnId: entry.turnId, steps: entry.script.steps, next: 0, isNextBegun: false };
  }
  if (memory === null) return null;
  if (entry.type === 'step-started') return { ...memory, next: entry.step, isNextBegun: true };
  if (entry.type === 'step-ended') return { ...memory, next: entry.step + 1, isNextBegun: false };
  return memory;
}

export type Scene = 'read-script' | 'play-part' | 'go-on' | 'rest';

/** What to do with a prompt. One that comes a second time, because its echo was lost, starts nothing anew. */
export function decideScene(memory: Memory, prompt: { turnId: string; hasBlock: boolean }): Scene {
  const isAgain = memory !== null && memory.turnId === prompt.turnId;
  if (prompt.hasBlock && !isAgain) return 'read-script';
  if (memory === null) return 'play-part';
  return memory.next < memory.steps.length ? 'go-on' : 'rest';
}

/** True when the prompt answers the question that the agent was waiting on. */
export function isAnswer(memory: Memory, prompt: string): boolean {
  const step = memory?.isNextBegun ? memory.steps[memory.next] : undefined;
  return step?.do === 'ask' && prompt.includes(step.text);
}
