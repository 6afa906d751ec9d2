import type { AgentQuestion } from '../../agent/fact.ts';
import type { GatheredAnswer, GivenAnswer } from '../question-kind.ts';

type Answers = Readonly<Record<string, string>>;
type Questions = readonly AgentQuestion[];

/**
 * The answers that the kept text holds, by the text of their question. One question keeps its answer as it
 * is; several keep a line for each, `question=answer`.
 */
export function answersIn(questions: Questions, kept: string): Answers {
  const [only, ...others] = questions;
  if (only && others.length === 0) return { [only.text]: kept };
  const found = keptAnswers(questions, kept);
  // A text of another form is from a version that kept one answer for all.
  return Object.keys(found).length === 0 && only ? { [only.text]: kept } : found;
}

function keptAnswers(questions: Questions, kept: string): Answers {
  const found = kept.split('\n').flatMap((line) => {
    const question = longestFirst(questions).find(({ text }) => line.startsWith(`${escapeLine(text)}=`));
    return question ? [[question.text, unescapeLine(line.slice(escapeLine(question.text).length + 1))]] : [];
  });
  return Object.fromEntries(found);
}

/** Questions that a kept text leaves open. */
export function openQuestions(questions: Questions, kept: string | null): Questions {
  if (questions.length < 2 || kept === null) return kept === null ? questions : [];
  const found = keptAnswers(questions, kept);
  return Object.keys(found).length === 0 ? [] : questions.filter(({ text }) => found[text] === undefined);
}

/** The words of a person, added to what was answered before. */
export function gatherAnswers(questions: Questions, { words, soFar }: GivenAnswer): GatheredAnswer {
  const [only, ...others] = questions;
  if (!only) return { answer: words.join(' '), missing: [] };
  if (others.length === 0) return { answer: choose(only, ownWords(only, words.join(' '))), missing: [] };
  const open = openQuestions(questions, soFar);
  // A shell may have divided one answer at its blanks.
  const isOne = words.every((text) => assign(text, questions) === null);
  const given = assignAll(isOne ? [words.join(' ')] : words, questions, open);
  if (given === null) return { unfit: strayText(words, questions) };
  const answers = { ...(soFar === null ? {} : answersIn(questions, soFar)), ...given };
  const answer = keep(questions, answers);
  return { answer, missing: openQuestions(questions, answer).map(({ text }) => text) };
}

/** Null when one of the words belongs to none of the questions. */
function assignAll(words: readonly string[], questions: Questions, open: Questions): Answers | null {
  const [last] = open.length === 1 && words.length === 1 ? open : [];
  const given = words.flatMap((text) => {
    // Without a name it can only mean the one that is left.
    const one = assign(text, questions) ?? (last ? { question: last, words: text } : null);
    return one ? [[one.question.text, choose(one.question, one.words)]] : [];
  });
  return given.length < words.length ? null : Object.fromEntries(given);
}

type Assigned = Readonly<{ question: AgentQuestion; words: string }>;

/** `question=answer`, where the question is named by its text, its header or its number. */
function assign(text: string, questions: Questions): Assigned | null {
  const names = [
    ...longestFirst(questions).map((question) => ({ question, name: question.text })),
    ...questions.map((question) => ({ question, name: question.header })),
    ...questions.map((question, index) => ({ question, name: String(index + 1) })),
  ];
  for (const { question, name } of names) {
    const words = afterName(text, name);
    if (words !== null) return { question, words };
  }
  return null;
}

// A text may hold "=", and begin with the text of another.
const longestFirst = (questions: Questions): Questions =>
  [...questions].sort((one, other) => other.text.length - one.text.length);

/** A single question may be named too; its number would be taken from words that begin with one. */
function ownWords(question: AgentQuestion, text: string): string {
  return afterName(text, question.text) ?? afterName(text, question.header) ?? text;
}

function afterName(text: string, name: string): string | null {
  const at = name.length;
  if (at === 0 || text.slice(0, at).toLowerCase() !== name.toLowerCase()) return null;
  const rest = /^\s*=\s*([\s\S]+)$/.exec(text.slice(at));
  return rest?.[1] ?? null;
}

/** The labels that the words name, by label or number; other words stay as they are. */
function choose({ options, isMulti }: AgentQuestion, words: string): string {
  const labels = options.map(({ label }) => label);
  const whole = labelOf(labels, words);
  if (whole !== null || !isMulti) return whole ?? words;
  const chosen = words.split(',').map((one) => labelOf(labels, one) ?? one.trim());
  return [...new Set(chosen.filter((one) => one !== ''))].join(', ') || words;
}

function labelOf(labels: readonly string[], words: string): string | null {
  const said = words.trim();
  const same = labels.find((label) => label === said);
  const alike = same ?? labels.find((label) => label.toLowerCase() === said.toLowerCase());
  return alike ?? (/^\d{1,3}$/.test(said) ? (labels[Number(said) - 1] ?? null) : null);
}

const keep = (questions: Questions, answers: Answers): string =>
  questions
    .flatMap(({ text }) =>
      answers[text] === undefined ? [] : [`${escapeLine(text)}=${escapeLine(answers[text])}`],
    )
    .join('\n');

const escapeLine = (text: string): string => text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n');
const unescapeLine = (line: string): string =>
  line.replaceAll(/\\([\s\S])/g, (_, letter: string) => (letter === 'n' ? '\n' : letter));

const strayText = (words: readonly string[], questions: Questions): string =>
  `Which question does "${words.join(' ')}" answer? Nothing was taken. ` +
  `Name each: ${questions.map(({ text }) => `"${text}=…"`).join(' ')}`;
