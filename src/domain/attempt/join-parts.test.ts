import { expect, test } from 'vitest';
import type { AgentFact } from '../agent/fact.ts';
import { joinParts } from './join-parts.ts';

const part = (text: string): AgentFact => ({ kind: 'said', text, asResult: 'part' });
const whole: AgentFact = { kind: 'said', text: 'whole', asResult: 'whole' };

test('parts that follow each other are one message, and nothing else is touched', () => {
  const tool: AgentFact = { kind: 'tool-ended', ok: true, text: '' };
  expect(joinParts([part('a'), part('b'), tool, part('c'), whole, part('d')])).toEqual([
    part('ab'),
    tool,
    part('c'),
    whole,
    part('d'),
  ]);
  expect(joinParts([whole, whole])).toEqual([whole, whole]);
});
