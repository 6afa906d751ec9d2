import { expect, test } from 'vitest';
import { aQuestion } from '../../../tests/store/rows.ts';
import { emptyAccount } from '../budget/account.ts';
import type { AnswerEffect } from './answer-effect.ts';
import {
  askerOf,
  carriedText,
  causeOf,
  effectOf,
  effectOfAnswer,
  KINDS,
  type QuestionKind,
  topicOf,
  type WordedQuestion,
  wordQuestion,
} from './kinds.ts';

const text = 'why?';
const request = { requestId: 'r', input: '{}' };
const account = emptyAccount('session:s');
const budget = { account, limits: { microUsd: 5_000_000, tokens: null }, isShared: false };
const branch = { role: 'coder', branch: 'swarm/coder' };

const OPTIONS = ['red', 'blue'].map((label) => ({ label, description: '' }));

const EXAMPLES: Readonly<Record<QuestionKind, WordedQuestion>> = {
  permission: wordQuestion('permission', { ...request, tool: 'Write', summary: '/a' }),
  dialog: wordQuestion('dialog', {
    ...request,
    questions: [{ text, header: '', options: OPTIONS, isMulti: false }],
  }),
  ask: wordQuestion('ask', { text, options: ['red', 'blue'], key: 's/1/a.json' }),
  escalation: wordQuestion('escalation', {
    noteId: 's.note_001',
    label: 'note_001',
    description: 'Assuming that e-mail addresses are unique',
    context: '',
    reason: 'a matter of requirements',
  }),
  'plan-escalation': wordQuestion('plan-escalation', { number: 3, noteId: 's.note_001', text }),
  interrupt: wordQuestion('interrupt', { text }),
  time: wordQuestion('time', { text, lifetimeMs: 60 }),
  dependency: wordQuestion('dependency', { failed: ['s1'], ends: ['s1 (FAILED, crash)'] }),
  start: wordQuestion('start', { cli: 'claude', obstacles: [] }),
  login: wordQuestion('login', { login: { title: 'Codex', remedy: 'codex login' }, words: 'no key' }),
  budget: wordQuestion('budget', { budget, unit: 'microUsd' }),
  'process-budget': wordQuestion('process-budget', { words: '$1' }),
  stretch: wordQuestion('stretch', { stretches: 10 }),
  background: wordQuestion('background', { what: 'command "npm test"', waited: '30 min' }),
  gate: wordQuestion('gate', { workId: 'w', command: 'npm test', output: 'not found' }),
  'red-gate': wordQuestion('red-gate', { workId: 'w', output: 'red' }),
  loop: wordQuestion('loop', { loopId: 'l', failures: 5, reasonText: 'crash' }),
  'loop-interrupt': wordQuestion('loop-interrupt', { text }),
  race: wordQuestion('race', { raceId: 'race-1', rivals: ['s1', 's2'], why: 'it failed' }),
  run: wordQuestion('run', { number: 2, text, options: ['one more round', 'stop'] }),
  approval: wordQuestion('approval', { number: 2, versionId: 'p.v1', text }),
  merge: wordQuestion('merge', {
    names: ['x'],
    conflict: { is: 'conflict', target: 'main', branch, files: ['a.ts'] },
  }),
  takeover: wordQuestion('takeover', {
    holder: 'GreenCastle-1',
    seenAt: 1,
    wantedBy: 'BlueLake-2',
    display: 'GreenCastle (session 09:15)',
    silentMs: 720_000,
    wants: ['src/**'],
    holds: ['src/**', 'bd-201'],
  }),
};
const kinds = Object.keys(KINDS) as readonly QuestionKind[];
const exampleOf = (kind: QuestionKind) => aQuestion(EXAMPLES[kind]);

test('who waits for each kind, what closes it, and what becomes of the process meanwhile', () => {
  const rows = kinds.map((kind) => {
    const { closes, process } = KINDS[kind];
    const question = exampleOf(kind);
    return [kind, askerOf(question).is, closes, process, topicOf(question), causeOf(question) ?? '-'];
  });
  expect(
    ['kind asker closes-with process topic cause', ...rows.map((row) => row.join(' '))].join('\n'),
  ).toMatchInlineSnapshot(`
    "kind asker closes-with process topic cause
    permission request process stays permission -
    dialog request process stays interrupt -
    ask file session stays interrupt -
    escalation session session idles-out escalation -
    plan-escalation run run none escalation -
    interrupt session session ended interrupt -
    time session session ended interrupt -
    dependency session failed-dependency idles-out interrupt -
    start session session none escalation -
    login session session replaced login Codex
    budget session used-up-budget idles-out budget -
    process-budget session session idles-out budget -
    stretch session session idles-out interrupt -
    background session awaited-work stays interrupt -
    gate session session stays gate -
    red-gate session session stays escalation -
    loop loop loop none loop -
    loop-interrupt loop project-interrupt none interrupt -
    race race race none approval -
    run run run none escalation -
    approval run run none approval -
    merge none merge none approval -
    takeover participant holder none takeover -"
  `);
});

function wordsOf(effect: AnswerEffect | null): string {
  if (effect === null) return 'refused';
  const { do: what, ...more } = effect;
  return [what, ...Object.values(more).map((value) => JSON.stringify(value))].join(' ').slice(0, 60);
}

function effectLines(kind: QuestionKind): readonly string[] {
  const question = exampleOf(kind);
  const answers = [...question.options, 'other words'];
  return answers.map((answer) => `${kind} "${answer}": ${wordsOf(effectOfAnswer(question, answer))}`);
}

const isOfSession = (kind: QuestionKind): boolean => kinds.indexOf(kind) < kinds.indexOf('gate');

test('what each answer on offer does about a session, and whether any other is taken', () => {
  expect(kinds.filter(isOfSession).flatMap(effectLines).join('\n')).toMatchInlineSnapshot(`
    "permission "allow": reply {"is":"decision","decision":{"requestId":"r","behaviou
    permission "deny": reply {"is":"decision","decision":{"requestId":"r","behaviou
    permission "other words": refused
    dialog "red": reply {"is":"words","words":{"requestId":"r","answers":{"why
    dialog "blue": reply {"is":"words","words":{"requestId":"r","answers":{"why
    dialog "other words": reply {"is":"words","words":{"requestId":"r","answers":{"why
    ask "red": carry "You asked: why?\\n\\nThe answer is: red\\n\\nGo on with y
    ask "blue": carry "You asked: why?\\n\\nThe answer is: blue\\n\\nGo on with 
    ask "other words": refused
    escalation "other words": carry "You asked: note_001: Assuming that e-mail addresses a
    plan-escalation "other words": tell-run 3
    interrupt "go on": carry "You were interrupted: why?\\n\\nThe answer is: go on\\n\\
    interrupt "stop": end-session "killed" "asked" "it was interrupted, and a pers
    interrupt "other words": carry "You were interrupted: why?\\n\\nThe answer is: other wo
    time "go on": carry "You were interrupted: why?\\n\\nThe answer is: go on\\n\\
    time "stop": end-session "killed" "timeout" "why?"
    time "other words": refused
    dependency "start": settle-dependencies ["s1"] true
    dependency "wait on": settle-dependencies ["s1"] false
    dependency "stop": end-session "killed" "dependency" "a person stopped it, as s
    dependency "other words": refused
    start "look again": next-attempt
    start "start anyway": next-attempt
    start "stop": end-session "killed" "asked" "stopped before its start"
    start "other words": refused
    login "go on": next-attempt
    login "give up": end-session "failed" "asked" "Codex is not logged in: no key
    login "other words": refused
    budget "+5": raise-budget "session:s" {"microUsd":5000000,"tokens":0}
    budget "stop": end-session "killed" "budget" "The budget of the session is 
    budget "other words": refused
    process-budget "go on": go-on
    process-budget "stop": end-session "killed" "budget" "The agent CLI stopped at the 
    process-budget "other words": refused
    stretch "go on": go-on
    stretch "stop": end-session "killed" "asked" "The agent reached its limit of
    stretch "other words": refused
    background "wait on": check-again
    background "do not wait": stop-waiting
    background "stop": end-session "killed" "asked" "a person stopped it while it w
    background "other words": refused"
  `);
});

test('the same about work, loops, runs and participants', () => {
  const others = kinds.filter((kind) => !isOfSession(kind));
  expect(others.flatMap(effectLines).join('\n')).toMatchInlineSnapshot(`
    "gate "look again": check-again
    gate "tell the agent": give-turn "Your work is not done yet: the command that has t
    gate "give up": end-session "failed" "asked" "its gate cannot run, and a per
    gate "skip": end-session "failed" "asked" "its gate cannot run, and a per
    gate "other words": refused
    red-gate "retry": check-again
    red-gate "skip": end-session "failed" "asked" "its gate stays red, and a pers
    red-gate "stop": end-session "failed" "asked" "its gate stays red, and a pers
    red-gate "other words": carry "You asked: The gate of w stays red. What should the a
    loop "go on": tell-loop false null
    loop "stop": tell-loop true null
    loop "other words": refused
    loop-interrupt "go on": tell-loop false null
    loop-interrupt "stop": tell-loop true null
    loop-interrupt "other words": tell-loop false "You were interrupted: why?\\n\\nThe answer is
    race "s1": tell-race "s1"
    race "s2": tell-race "s2"
    race "stop": tell-race null
    race "other words": refused
    run "one more round": tell-run 2
    run "stop": tell-run 2
    run "other words": refused
    approval "approve": tell-run 2
    approval "reject: what to change": refused
    approval "stop": tell-run 2
    approval "other words": refused
    merge "keep the branches": nothing
    merge "merged by hand": nothing
    merge "other words": refused
    takeover "take over": take-over
    takeover "wait": nothing
    takeover "ignore": nothing
    takeover "other words": refused"
  `);
});

test('every kind asks in words, and its payload survives JSON', () => {
  for (const kind of kinds) {
    const { text: words, payload } = exampleOf(kind);
    expect(words, kind).not.toBe('');
    expect(JSON.parse(JSON.stringify(payload)), kind).toEqual(payload);
  }
});

test('an interrupted agent is told why, and one that asked is told its question', () => {
  const stopped = carriedText(aQuestion({ text: 'main is red', answer: 'mend it first' }));
  expect(stopped).toContain('You were interrupted: main is red');
  expect(stopped).toContain('The answer is: mend it first');
  const asked = { kind: 'ask', payload: { key: 's/1/a.json' } } as const;
  expect(carriedText(aQuestion({ ...asked, text: 'which one?', answer: 'blue' }))).toContain(
    'You asked: which one?',
  );
});

test('without an answer nothing happens', () => {
  expect(kinds.map((kind) => effectOf(exampleOf(kind)).do)).toEqual(kinds.map(() => 'nothing'));
});
