/** What to do in place of what was not found. */

export const didYouMean = (near: readonly string[], otherwise: string): string =>
  near.length === 0 ? otherwise : `Did you mean: ${near.join(', ')}?`;

export const personasText = (known: readonly string[]): string =>
  known.length === 0 ? 'List agents: swarm personas' : `There are ${known.join(', ')}: swarm personas`;
