import { isOffered, type KindRow } from '../question-kind.ts';

/** `input`: the tool's input, as JSON, which goes back with the answer. */
export type RequestPayload = Readonly<{ requestId: string; input: string | null }>;
type About = RequestPayload & Readonly<{ tool: string; summary: string }>;

const ALLOW = 'allow';
const DENIED = 'The person does not allow this.';

/** The agent CLI asks whether it may use a tool. */
export const permission: KindRow<RequestPayload, About> = {
  word: ({ tool, summary, requestId, input }) => ({
    text: `May it use ${tool}? ${summary}`.trim(),
    options: [ALLOW, 'deny'],
    payload: { requestId, input },
  }),
  effect: (asked, answer) => {
    if (!isOffered(asked, answer)) return null;
    const { requestId, input } = asked.payload;
    const behaviour = answer === ALLOW ? 'allow' : 'deny';
    const decision = { requestId, behaviour, message: DENIED, input: input ?? '{}' } as const;
    return { do: 'reply', reply: { is: 'decision', decision } };
  },
  asker: (payload) => ({ is: 'request', ...payload }),
  closes: 'process',
  process: 'stays',
  topic: 'permission',
};
