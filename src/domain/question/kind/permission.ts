import type { SessionGrant } from '../../agent/fact.ts';
import type { GatheredAnswer, KindRow } from '../question-kind.ts';

/** What rows keep of a request. Those of older versions have its id and its input alone. */
export type PermissionPayload = Readonly<{
  requestId: string;
  /** The tool's input, as JSON, which goes back with the answer. */
  input: string | null;
  tool?: string;
  description?: string;
  reason?: string;
  grant?: SessionGrant;
}>;
type PermissionQuestionFacts = PermissionPayload &
  Readonly<{ tool: string; summary: string; details?: string }>;

const ALLOW = 'allow';
const ALWAYS = 'always';
const DENY = 'deny';
const DENIED = 'The person does not allow this.';
const NO_RULE =
  'The agent CLI offers no rule that covers this call, so it cannot be allowed for the session. ' +
  'Nothing was decided: answer "allow" for this once, or "deny"';
const NOT_AN_ANSWER =
  'A permission is answered with "allow", "always" or "deny", or with "deny <words for the agent>"';

/** The agent CLI asks whether it may use a tool. */
export const permission: KindRow<PermissionPayload, PermissionQuestionFacts> = {
  word: (about) => ({
    text: textOf(about),
    options: [ALLOW, ...(about.grant ? [ALWAYS] : []), DENY],
    payload: payloadOf(about),
  }),
  gather: ({ payload }, { words }) => gathered(words.join(' '), payload),
  effect: ({ payload }, answer) => {
    const said = parseAnswer(answer);
    if (said === null || (said.is === ALWAYS && payload.grant === null)) return null;
    const { requestId, input, grant } = payload;
    const decision = {
      requestId,
      behaviour: said.is === DENY ? 'deny' : 'allow',
      message: said.words || DENIED,
      ...(said.words === '' ? {} : { words: said.words }),
      input: input ?? '{}',
      ...(said.is === ALWAYS && grant ? { grant: grant.rules } : {}),
    } as const;
    return { do: 'reply', reply: { is: 'decision', decision } };
  },
  request: ({ tool, input, description = null, reason = null, grant }) =>
    tool === undefined ? null : { tool, input, description, reason, always: grant?.words ?? null },
  asker: ({ requestId, input }) => ({ is: 'request', requestId, input }),
  closes: 'process',
  process: 'stays',
  topic: 'permission',
};

const payloadOf = ({
  requestId,
  input,
  tool,
  description,
  reason,
  grant,
}: PermissionQuestionFacts): PermissionPayload => ({
  requestId,
  input,
  tool,
  ...(description === undefined ? {} : { description }),
  ...(reason === undefined ? {} : { reason }),
  ...(grant === undefined ? {} : { grant }),
});

const textOf = ({ tool, summary, details }: PermissionQuestionFacts): string =>
  details === undefined ? `May it use ${tool}? ${summary}`.trim() : `May it use ${tool}?\n${details}`;

type PermissionAnswer = Readonly<{ is: typeof ALLOW | typeof ALWAYS | typeof DENY; words: string }>;

const SAME: Readonly<Record<string, PermissionAnswer['is']>> = {
  allow: ALLOW,
  yes: ALLOW,
  always: ALWAYS,
  deny: DENY,
  no: DENY,
};

// What follows a denial reaches the agent as it was written, so that only what divides the two is taken off.
const DENIAL = /^(?:deny|no)(?:[,:]?[ \n])([\s\S]*)$/i;

function parseAnswer(answer: string): PermissionAnswer | null {
  const is = SAME[answer.trim().toLowerCase()];
  if (is !== undefined) return { is, words: '' };
  const words = DENIAL.exec(answer.trimStart())?.[1];
  return words === undefined ? null : { is: DENY, words: words.trim() === '' ? '' : words };
}

function gathered(answer: string, { grant }: PermissionPayload): GatheredAnswer {
  const said = parseAnswer(answer);
  if (said === null) return { unfit: NOT_AN_ANSWER };
  if (said.is === ALWAYS && !grant) return { unfit: NO_RULE };
  return { answer: said.words === '' ? said.is : `${said.is} ${said.words}`, missing: [] };
}
