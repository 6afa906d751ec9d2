import type { RankedPersona } from './rank-personas.ts';

/** What follows from a ranking, without a person's word. */
export type PersonaChoice =
  | Readonly<{ is: 'clear'; name: string }>
  /** These are about as good as each other. */
  | Readonly<{ is: 'tied'; names: readonly string[] }>
  /** None fits; the nearest of them. */
  | Readonly<{ is: 'none'; names: readonly string[] }>;

/** One word in a name, or one rare word of the first line in a description: less is chance. */
const LEAST_SCORE = 4;
/** As near to the best as this counts as good as the best. */
const TIED = 0.9;
const MOST_NEAR = 3;

export function choosePersona(ranking: readonly RankedPersona[]): PersonaChoice {
  const [best] = ranking;
  if (best === undefined || best.score < LEAST_SCORE)
    return { is: 'none', names: ranking.slice(0, MOST_NEAR).map(({ name }) => name) };
  const tied = ranking.filter(({ score }) => score >= best.score * TIED);
  return tied.length === 1
    ? { is: 'clear', name: best.name }
    : { is: 'tied', names: tied.map(({ name }) => name) };
}
