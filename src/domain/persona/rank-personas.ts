import type { Persona } from './persona.ts';
import { tellingWords } from './task-words.ts';

export type Candidate = Pick<Persona, 'name' | 'description' | 'tags'>;
/** How sessions of a persona ended before. Those that a person killed say nothing about it. */
export type PastSuccess = Readonly<{ completed: number; failed: number }>;

export type RankedPersona = Readonly<{
  name: string;
  score: number;
  /** In words, the weightiest first. */
  reasons: readonly string[];
  past: PastSuccess;
}>;

type Field = 'name' | 'tags' | 'description';

const WEIGHT: Readonly<Record<Field, number>> = { name: 4, tags: 3, description: 2 };
/** A word of the task's first line says more than one of the rest, and so does one that few personas have. */
const IN_TITLE = 2;
const IS_RARE = 2;
/** The more often it went well, from half to one and a half; as one that was never tried at 1. */
const LEAST_FACTOR = 0.5;
const DIGITS = 10;

type Match = Readonly<{ word: string; field: Field; points: number }>;

/** Which personas fit a task, the best first. The same task, personas and past give the same order. */
export function rankPersonas(
  task: string,
  candidates: readonly Candidate[],
  history: ReadonlyMap<string, PastSuccess>,
): readonly RankedPersona[] {
  const title = tellingWords(titleLine(task));
  const words = tellingWords(task);
  const worded = candidates.map((candidate) => ({ candidate, fields: fieldsOf(candidate) }));
  const isRare = (stem: string): boolean =>
    worded.filter(({ fields }) => fields.has(stem)).length * IS_RARE <= worded.length;
  const ranked = worded.map(({ candidate: { name }, fields }) => {
    const matches = [...words].flatMap(([stem, word]): Match[] => {
      const field = fields.get(stem);
      if (field === undefined) return [];
      const points = WEIGHT[field] * (title.has(stem) ? IN_TITLE : 1) * (isRare(stem) ? IS_RARE : 1);
      return [{ word, field, points }];
    });
    return describe(name, matches, history.get(name) ?? { completed: 0, failed: 0 });
  });
  return ranked.toSorted((one, other) => other.score - one.score || (one.name < other.name ? -1 : 1));
}

const titleLine = (task: string): string => task.split('\n').find((line) => /[\p{L}\p{N}]/u.test(line)) ?? '';

/** Where each of its words stands: the weightiest field that has it. */
function fieldsOf({ name, tags, description }: Candidate): ReadonlyMap<string, Field> {
  const fields = new Map<string, Field>();
  const texts: Readonly<Record<Field, string>> = { name, tags: tags.join(' '), description };
  for (const [field, text] of Object.entries(texts) as [Field, string][])
    for (const stem of tellingWords(text).keys()) if (!fields.has(stem)) fields.set(stem, field);
  return fields;
}

const FIELD_WORDS: Readonly<Record<Field, string>> = {
  name: 'in its name',
  tags: 'among its tags',
  description: 'in its description',
};

function describe(name: string, matches: readonly Match[], past: PastSuccess): RankedPersona {
  const points = matches.reduce((sum, match) => sum + match.points, 0);
  const { completed, failed } = past;
  const rate = (completed + 1) / (completed + failed + 2);
  const score = Math.round(points * (LEAST_FACTOR + rate) * DIGITS) / DIGITS;
  const fields = (Object.keys(FIELD_WORDS) as Field[]).flatMap((field) => {
    const found = matches.filter((match) => match.field === field).map(({ word }) => word);
    return found.length === 0 ? [] : [`${found.join(', ')} ${FIELD_WORDS[field]}`];
  });
  const tried = completed + failed;
  const before = tried === 0 ? [] : [`${completed} of ${tried} sessions completed`];
  return { name, score, reasons: matches.length === 0 ? [] : [...fields, ...before], past };
}
