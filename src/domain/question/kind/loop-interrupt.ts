import { interruptText } from '../../session/prompt-text.ts';
import { GO_ON, STOP } from '../answers.ts';
import type { KindRow } from '../question-kind.ts';
import type { NoPayload } from './interrupt.ts';

/** The interrupt file stops a loop and its sessions. Any words are an answer, for those sessions. */
export const loopInterrupt: KindRow<NoPayload, Readonly<{ text: string }>> = {
  word: ({ text }) => ({ text, options: [GO_ON, STOP], payload: {} }),
  effect: ({ text }, answer) => {
    const isStop = answer === STOP;
    const told = isStop || answer === GO_ON ? null : interruptText(text, answer);
    return { do: 'tell-loop', isStop, told };
  },
  asker: () => ({ is: 'loop' }),
  closes: 'project-interrupt',
  process: 'none',
  topic: 'interrupt',
};
