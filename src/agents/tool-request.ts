import { parseAskedQuestions } from '../domain/agent/asked-questions.ts';
import type { AgentFact, SessionGrant } from '../domain/agent/fact.ts';
import { fieldsOf, jsonOf } from './loose.ts';
import { commentIn, tellTool } from './tool-details.ts';
import { summariseTool } from './tool-summary.ts';

type ToolRequest = Readonly<{
  requestId: string;
  tool: string;
  input: unknown;
  reason?: string | null;
  grant?: SessionGrant | null;
}>;

/** A tool that waits for approval. The tool whose purpose is to ask the person becomes a question instead. */
export function askedFact({ requestId, tool, input, reason, grant }: ToolRequest): AgentFact {
  const text = jsonOf(fieldsOf(input));
  const questions = tool === 'AskUserQuestion' ? parseAskedQuestions(input) : [];
  if (questions.length > 0) return { kind: 'question-asked', requestId, questions, input: text };
  const description = commentIn(tool, input);
  return {
    kind: 'permission-asked',
    requestId,
    tool,
    summary: summariseTool(input),
    details: tellTool(tool, input),
    input: text,
    ...(description ? { description } : {}),
    ...(reason ? { reason } : {}),
    ...(grant ? { grant } : {}),
  };
}
