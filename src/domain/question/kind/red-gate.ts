import { answerText } from '../../session/prompt-text.ts';
import type { KindRow } from '../question-kind.ts';
import type { NoPayload } from './interrupt.ts';

type About = Readonly<{ workId: string; sessionId: string; output: string }>;

/** A gate stays red after its agent was told once. Any words are an answer, and go to the agent. */
export const redGate: KindRow<NoPayload, About> = {
  word: ({ workId, sessionId, output }) => ({
    text: [
      `The gate of ${workId} stays red. What should the agent do? (To give it up: swarm kill ${sessionId})`,
      '',
      output,
    ].join('\n'),
    options: [],
    payload: {},
  }),
  effect: ({ text }, answer) => ({ do: 'carry', text: answerText(text, answer), grantedMs: 0 }),
  asker: () => ({ is: 'session' }),
  closes: 'session',
  process: 'stays',
  topic: 'escalation',
};
