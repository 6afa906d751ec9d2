import type { PermissionAnswer, QuestionReply } from '../../domain/agent/agent.ts';
import { promptIdOf } from '../../domain/turn/prompt-id.ts';
import type { Turn } from '../../domain/turn/turn.ts';
import { fieldsOf } from '../loose.ts';
import { permissionUpdates } from './session-grant.ts';

/** Lines of stream-json that go in. Each is one JSON object with its line feed. */

const line = (value: unknown): string => `${JSON.stringify(value)}\n`;

/** The CLI echoes this uuid once it has read the prompt. Version 2.1.197 passes over one that it knows. */
export const renderUserLine = (turn: Pick<Turn, 'id' | 'attempt' | 'body'>): string =>
  line({
    type: 'user',
    uuid: promptIdOf(turn),
    parent_tool_use_id: null,
    message: { role: 'user', content: turn.body },
  });

/** What a permission request is answered with, on stdin and by the hook alike. */
export type Decision =
  | Readonly<{
      behavior: 'allow';
      updatedInput: Readonly<Record<string, unknown>>;
      updatedPermissions?: readonly unknown[];
    }>
  | Readonly<{ behavior: 'deny'; message: string }>;

const DENIED = 'The person who supervises this session said no.';

// Version 2.1.197 refuses an allowing answer without the input.
export function decisionOf({
  behaviour,
  message,
  input,
  grant,
}: Omit<PermissionAnswer, 'requestId'>): Decision {
  if (behaviour === 'deny') return { behavior: 'deny', message: message || DENIED };
  return {
    behavior: 'allow',
    updatedInput: parsedInput(input),
    ...(grant === undefined ? {} : { updatedPermissions: permissionUpdates(grant) }),
  };
}

/** The tool that asks is allowed, with the answers among its input. */
export const replyDecision = ({ input, answers }: Omit<QuestionReply, 'requestId'>): Decision => ({
  behavior: 'allow',
  updatedInput: { ...parsedInput(input), answers },
});

export const renderDecisionLine = (requestId: string, decision: Decision): string =>
  line({
    type: 'control_response',
    response: { subtype: 'success', request_id: requestId, response: decision },
  });

/** The same decision as the permission hook prints it. */
export const renderHookAnswer = (decision: Decision): string =>
  line({ hookSpecificOutput: { hookEventName: 'PermissionRequest', decision } });

function parsedInput(text: string): Readonly<Record<string, unknown>> {
  try {
    return fieldsOf(JSON.parse(text));
  } catch {
    return {};
  }
}
