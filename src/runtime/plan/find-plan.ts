import { basename, dirname, join, resolve } from 'node:path';
import { isSafeId } from '../../contract/id.ts';
import type { ReadPlan } from '../../contract/plan/parse-plan.ts';
import { nearest } from '../../domain/config/nearest.ts';
import { accept, type Outcome, refuse } from '../../domain/outcome.ts';
import { listOwn, readOwn } from '../agent-files/read-plain.ts';

export type LocatedPlan = Readonly<{ name: string; file: string; text: string | null }> & ReadPlan;
type ReadFile = ReadPlan & Readonly<{ text: string | null }>;

const PLAN_FILE = 'plan.yaml';
const PLANS_MOST = 2000;
/** A folder of this name is one plan itself, with the layout that agents know by heart. */
const ONE_PLAN = 'orchestration';

export const isOnePlan = (plansDir: string): boolean => basename(plansDir) === ONE_PLAN;

export const planFolder = (plansDir: string, name: string): string =>
  isOnePlan(plansDir) ? plansDir : join(plansDir, name);

/** By its name, or by the path of its file. */
export async function findPlan(
  { plansDir, cwd }: Readonly<{ plansDir: string; cwd: string }>,
  word: string,
): Promise<Outcome<LocatedPlan>> {
  const file = isFile(word) ? resolve(cwd, word) : join(planFolder(plansDir, word), PLAN_FILE);
  const read = isFile(word) || isSafeId(word) ? await readPlan(file) : undefined;
  const name = read?.plan?.name ?? (isFile(word) ? basename(dirname(file)) : word);
  if (read !== undefined && (isFile(word) || !isOnePlan(plansDir) || name === word)) {
    return accept({ name, file, ...read });
  }
  return refuse({
    code: 'plan-not-found',
    name: word,
    near: nearest(word, await listPlanNames(plansDir), 5),
  });
}

/** Every plan, in the order of names; where they cannot be listed, their folder with what is wrong. */
export async function listPlans(plansDir: string): Promise<readonly LocatedPlan[]> {
  const entries = listOwn(plansDir);
  if ('problem' in entries) return [{ name: basename(plansDir), file: plansDir, ...broken(entries.problem) }];
  const found = await Promise.all(
    (await listPlanNames(plansDir)).map(async (name) => {
      const file = join(planFolder(plansDir, name), PLAN_FILE);
      const read = await readPlan(file);
      return read && { name, file, ...read };
    }),
  );
  return found.filter((one) => one !== undefined);
}

export async function listPlanNames(plansDir: string): Promise<readonly string[]> {
  if (isOnePlan(plansDir)) {
    const read = await readPlan(join(plansDir, PLAN_FILE));
    return read === undefined ? [] : [read.plan?.name ?? ONE_PLAN];
  }
  const entries = listOwn(plansDir);
  return 'problem' in entries ? [] : entries.slice(0, PLANS_MOST).filter(isSafeId).sort();
}

/** Undefined when there is no such file. */
async function readPlan(file: string): Promise<ReadFile | undefined> {
  // Lazy: most commands need no plan, and the YAML parser is slow to load.
  const { parsePlan } = await import('../../contract/plan/parse-plan.ts');
  const { PLAN_MAX_BYTES } = await import('../../contract/plan/plan-file.ts');
  const read = readOwn(file, PLAN_MAX_BYTES);
  if (read === null) return undefined;
  if ('problem' in read) return broken(read.problem);
  const { text, bytes } = read;
  if (text === null) return broken(`is larger than ${PLAN_MAX_BYTES / 1024} KB (${bytes} bytes)`);
  return { text, ...parsePlan(text) };
}

const broken = (problem: string): ReadFile => ({
  text: null,
  plan: null,
  problems: [{ line: 1, path: [], problem: `it ${problem}` }],
  lineOf: () => 1,
});

const isFile = (word: string): boolean => /[/\\]|\.ya?ml$/.test(word);
