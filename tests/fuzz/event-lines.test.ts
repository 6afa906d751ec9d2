import { readdirSync, readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseTranscriptLine } from '../../src/agents/claude/transcript-line.ts';
import { findAgent, listAgents } from '../../src/agents/registry.ts';
import { parseJson } from '../../src/contract/json.ts';
import { aSpec } from '../store/rows.ts';
import { CLAUDE_LINES } from './claude-lines.ts';
import { keptInputs } from './kept.ts';
import { mutatedJson, mutatedText } from './mutated.ts';
import { runs } from './runs.ts';

const RECORDED = new URL('../agents/recorded/', import.meta.url);
const recordedLines = readdirSync(RECORDED).flatMap((folder) =>
  readdirSync(new URL(`${folder}/`, RECORDED)).flatMap((name) =>
    readFileSync(new URL(`${folder}/${name}`, RECORDED), 'utf8').split('\n'),
  ),
);
const valueOfLine = (line: string): unknown => {
  const json = parseJson(line);
  return json.ok ? json.value : line;
};
const seeds = [...CLAUDE_LINES, ...recordedLines.map(valueOfLine)];
const texts = seeds.map((seed) => JSON.stringify(seed));
const line = fc.oneof(
  mutatedText(texts),
  mutatedJson(seeds).map((value) => JSON.stringify(value)),
);
const examples = keptInputs('event-lines').map(([text]): [string] => [text]);

test.each(listAgents().map(({ name }) => name))('no line makes the reader of %s fail', (name) => {
  const agent = findAgent(name);
  const property = fc.property(line, (text) => {
    expect(Array.isArray(agent?.parseLine(text))).toBe(true);
    agent?.parseErrorLine?.(text);
  });
  fc.assert(property, { ...runs(1_500), examples });
});

test('no line makes the reader of a transcript fail, and what it tells has a time', () => {
  const property = fc.property(line, (text) => {
    const entry = parseTranscriptLine(text);
    if (entry !== null) expect(Number.isFinite(entry.at)).toBe(true);
  });
  fc.assert(property, { ...runs(1_500), examples });
});

test('whatever an agent says over its protocol, reading goes on from it', () => {
  const acp = findAgent('acp');
  const launch = { spec: aSpec(), resume: false };
  const property = fc.property(fc.array(line, { maxLength: 6 }), (lines) => {
    const first = acp?.protocol?.read(null, lines, launch);
    const then = acp?.protocol?.read(first?.heard ?? null, lines, launch);
    expect(typeof then?.heard).toBe('string');
  });
  fc.assert(property, runs(500));
});

test('whatever is drawn on a screen, it is read as something', () => {
  const screen = findAgent('claude')?.screen;
  const drawn = [
    '╭──────╮\n│ > hello                │\n╰──────╯\n  ? for shortcuts',
    ' Do you want to proceed?\n ❯ 1. Yes\n   2. No\n\n Esc to cancel',
    '✻ Thinking… (3s · esc to interrupt)\n\n────────\n❯ \n────────\n',
  ];
  const property = fc.property(mutatedText(drawn), (text) => {
    expect(screen?.read(text)).toBeDefined();
    expect(typeof screen?.isTyped(text, text)).toBe('boolean');
  });
  fc.assert(property, runs(1_000));
});
