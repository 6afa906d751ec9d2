import type { AgentFact } from '../domain/agent/fact.ts';
import { shortLine } from './one-line.ts';
import { visibleLine, visibleText } from './visible-text.ts';

const SUMMARY_LETTERS = 160;

/** What one fact adds to output.log: readable lines, or nothing. Plain output stays as it came. */
export function renderOutput(fact: AgentFact): string {
  switch (fact.kind) {
    case 'output':
      return `${fact.text}\n`;
    case 'said':
      return fact.text === '' ? '' : `${fact.text}\n`;
    case 'tool-started':
      return `→ ${fact.name} ${shortLine(fact.summary, SUMMARY_LETTERS)}`.trimEnd().concat('\n');
    case 'tool-ended':
      return renderToolEnd(fact);
    case 'turn-ended':
      return fact.ok ? '' : `✗ ${problemOf(fact)}\n`;
    case 'stalled':
      return `… held up: ${shortLine(fact.text, SUMMARY_LETTERS)}\n`;
    case 'limited':
      return `… limited: ${shortLine(fact.text, SUMMARY_LETTERS)}\n`;
    case 'permission-asked':
      return `? may I use ${visibleLine(fact.tool)}\n${block(fact.details ?? fact.summary)}`;
    case 'question-asked':
      return fact.questions.map(({ text }) => `? ${visibleLine(text)}\n`).join('');
    case 'resume-refused':
      return `✗ its conversation is gone: ${visibleLine(fact.text)}\n`;
    case 'hook-blocked':
      return `✗ blocked by ${fact.hook}: ${shortLine(fact.text, SUMMARY_LETTERS)}\n`;
    case 'began':
    case 'thought':
    case 'saw-turn':
    case 'saw-answer':
    case 'saw-prompt':
    case 'read-prompt':
    case 'told-cost':
    case 'request-withdrawn':
    case 'request-settled':
    case 'background':
    case 'background-began':
    case 'background-ended':
    case 'spent':
    case 'using':
    case 'unknown':
    case 'broken':
      return '';
  }
}

// Whole: the record tells what the person was asked about.
const block = (text: string): string => (text === '' ? '' : `${visibleText(text).replaceAll(/^/gm, '  ')}\n`);

function renderToolEnd({ ok, text }: Extract<AgentFact, { kind: 'tool-ended' }>): string {
  const summary = shortLine(text, SUMMARY_LETTERS);
  if (ok && summary === '') return '';
  return `  ${ok ? '·' : '✗'} ${summary}`.trimEnd().concat('\n');
}

function problemOf({ problem, text }: Extract<AgentFact, { kind: 'turn-ended' }>): string {
  const words = shortLine(text, SUMMARY_LETTERS);
  return [problem ?? 'turn failed', words].filter((part) => part !== '').join(': ');
}
