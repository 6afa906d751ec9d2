import type { RankedPersonasAnswer } from '../contract/answer/persona.ts';
import type { PersonaChoice } from '../domain/persona/choose-persona.ts';
import type { RankedPersona } from '../domain/persona/rank-personas.ts';
import { oneLine } from './one-line.ts';

export type RankedPersonas = Readonly<{ ranking: readonly RankedPersona[]; choice: PersonaChoice }>;

const MOST_SHOWN = 5;

/** The best of them with their reasons; of those that have none, only how many there are. */
export function renderRanking({ ranking }: RankedPersonas): string {
  const shown = ranking.filter(({ reasons }) => reasons.length > 0).slice(0, MOST_SHOWN);
  const width = Math.max(0, ...shown.map(({ name }) => name.length));
  const lines = shown.map(
    ({ name, score, reasons }) =>
      `${name.padEnd(width)}  ${score.toFixed(1)}  ${oneLine(reasons.join('; '))}`,
  );
  const left = ranking.length - shown.length;
  return [...lines, ...(left === 0 ? [] : [`(${left} more fit less, or not at all)`])].join('\n');
}

export const namesOf = (choice: PersonaChoice): readonly string[] =>
  choice.is === 'clear' ? [choice.name] : choice.names;

/** For programs. */
export const rankedPersonasJson = ({ ranking, choice }: RankedPersonas): RankedPersonasAnswer => ({
  ranking: ranking.map(({ name, score, reasons, past }) => ({ name, score, reasons, ...past })),
  choice: { is: choice.is, names: namesOf(choice) },
});
