import { link } from 'node:fs/promises';
import { join } from 'node:path';
import { Fault } from '../../domain/fault.ts';
import { readOwn } from '../agent-files/read-plain.ts';
import { errnoOf, withFileFaults } from '../files/file-fault.ts';
import { assertInside } from '../project/assert-inside.ts';
import type { NewProject, Touched } from '../project/new-project.ts';

/** What follows from a plan: files by their path in its folder, and folders that agents find there. */
type Drawing = Readonly<{
  files: readonly (readonly [path: string, text: string])[];
  folders: readonly string[];
}>;

export type Publishing = Readonly<{
  /** Of plan.yaml. */
  text: string;
  drawing: Drawing;
  /** What lies there is a person's own and is kept beside it. */
  isAsideKept: boolean;
}>;

/** `aside`: where the text lies that was there before. */
export type Published = Readonly<{ touched: readonly Touched[]; aside: string | null }>;

const PLAN_FILE = 'plan.yaml';
const ASIDE_MOST = 1000;

/** Makes plan.yaml hold this text, and all that is drawn from it. Safe to repeat. */
export async function publishPlan(
  project: NewProject,
  folder: string,
  { text, drawing, isAsideKept }: Publishing,
): Promise<Published> {
  assertInside(project.root, join(project.root, folder));
  const aside = isAsideKept ? await keepAside(project.root, `${folder}/${PLAN_FILE}`, text) : null;
  const touched = [await project.drawFile(`${folder}/${PLAN_FILE}`, text)];
  for (const [path, drawn] of drawing.files) touched.push(await project.drawFile(`${folder}/${path}`, drawn));
  for (const path of drawing.folders) touched.push(await project.ensureFolder(`${folder}/${path}`));
  return { touched, aside };
}

/** A second name for what lies there: the rename that follows takes away only the first. */
async function keepAside(root: string, path: string, text: string): Promise<string | null> {
  const file = join(root, path);
  const before = readOwn(file, Buffer.byteLength(text));
  if (before === null || ('text' in before && before.text === text)) return null;
  for (let nth = 1; nth <= ASIDE_MOST; nth++) {
    const aside = `${path}.${nth}.bak`;
    if (await isLinked(file, join(root, aside))) return aside;
  }
  throw new Fault('file-failed', `${path} was not written: ${ASIDE_MOST} older texts lie beside it`, {
    hint: `Move them away: ${path}.*.bak`,
  });
}

const isLinked = (file: string, aside: string): Promise<boolean> =>
  withFileFaults(file, async () => {
    try {
      await link(file, aside);
      return true;
    } catch (error) {
      if (errnoOf(error) === 'EEXIST') return false;
      throw error;
    }
  });
