import type { QuestionAnswer } from '../../src/contract/answer/question.ts';

export type Part = QuestionAnswer['parts'][number];
/** What was chosen or typed so far, by the text of its part. */
export type Chosen = Readonly<Record<string, readonly string[]>>;

/** A choice of one replaces the one before; of several, a second click takes it back. */
export function choose(chosen: Chosen, part: Part, label: string): Chosen {
  const before = chosen[part.question] ?? [];
  if (!part.multi_select) return { ...chosen, [part.question]: [label] };
  const after = before.includes(label) ? before.filter((other) => other !== label) : [...before, label];
  return { ...chosen, [part.question]: after };
}

/** One text for each part that has an answer, `question=answer`; of a single part the answer alone. */
export function answersOf(parts: readonly Part[], chosen: Chosen): string[] {
  return parts.flatMap(({ question }) => {
    const answer = (chosen[question] ?? []).filter((word) => word.trim() !== '').join(', ');
    if (answer === '') return [];
    return parts.length === 1 ? [answer] : [`${question}=${answer}`];
  });
}
