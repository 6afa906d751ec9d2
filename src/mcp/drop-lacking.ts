import { UsageError } from '../contract/usage-error.ts';

type Words = Readonly<Record<string, unknown>>;

/** Words without those that Swarm has nothing for. An empty one asks for nothing; any other is refused. */
export function dropLacking(given: unknown, lacking: Readonly<Record<string, string>>): unknown {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return given;
  const words = given as Words;
  const refused = Object.keys(lacking).find((key) => Object.hasOwn(words, key) && !isEmpty(words[key]));
  if (refused !== undefined)
    throw new UsageError(`${refused}: ${lacking[refused]}. Nothing was done.`, { key: refused });
  return Object.fromEntries(Object.entries(words).filter(([key]) => !Object.hasOwn(lacking, key)));
}

const isEmpty = (value: unknown): boolean =>
  value === null ||
  value === undefined ||
  value === false ||
  value === '' ||
  (Array.isArray(value) && value.length === 0);
