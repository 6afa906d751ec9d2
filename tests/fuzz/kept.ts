import { existsSync, readdirSync, readFileSync } from 'node:fs';

/**
 * Inputs that once did harm, `kept/<suite>/*.txt`: each is tried before the random ones. A failure of a
 * property prints the input; put it there with the mend.
 */
export function keptInputs(suite: string): readonly [string][] {
  const folder = new URL(`kept/${suite}/`, import.meta.url);
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .sort()
    .map((name) => [readFileSync(new URL(name, folder), 'utf8')]);
}
