import type { AgentFact, AgentQuestion } from '../domain/agent/fact.ts';
import { fieldsOf, jsonOf, listOf, textOf } from './loose.ts';
import { summariseTool } from './tool-summary.ts';

type ToolRequest = Readonly<{ requestId: string; tool: string; input: unknown }>;

/** A tool that waits for approval. The tool whose purpose is to ask the person becomes a question instead. */
export function askedFact({ requestId, tool, input }: ToolRequest): AgentFact {
  const text = jsonOf(fieldsOf(input));
  const questions = tool === 'AskUserQuestion' ? questionsOf(input) : [];
  if (questions.length > 0) return { kind: 'question-asked', requestId, questions, input: text };
  return { kind: 'permission-asked', requestId, tool, summary: summariseTool(input), input: text };
}

const questionsOf = (input: unknown): readonly AgentQuestion[] =>
  listOf(fieldsOf(input).questions)
    .map(fieldsOf)
    .map(({ question, options }) => ({
      text: textOf(question),
      options: listOf(options)
        .map((option) => textOf(fieldsOf(option).label))
        .filter((label) => label !== ''),
    }))
    .filter(({ text }) => text !== '');
