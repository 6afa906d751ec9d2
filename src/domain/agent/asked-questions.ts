import type { AgentQuestion } from './fact.ts';

type Fields = Readonly<Record<string, unknown>>;

/** The input of the tool with which Claude Code asks the person. What is not understood is left out. */
export const parseAskedQuestions = (input: unknown): readonly AgentQuestion[] =>
  listOf(fieldsOf(input).questions)
    .map(fieldsOf)
    .map(({ question, header, options, multiSelect }) => ({
      text: textOf(question),
      header: textOf(header),
      options: listOf(options).map(fieldsOf).map(optionOf).filter(hasLabel),
      isMulti: multiSelect === true,
    }))
    .filter(({ text }) => text !== '');

const optionOf = ({ label, description }: Fields): AgentQuestion['options'][number] => ({
  label: textOf(label),
  description: textOf(description),
});

const hasLabel = ({ label }: AgentQuestion['options'][number]): boolean => label !== '';

const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null ? (value as Fields) : {};
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
