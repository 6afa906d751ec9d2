import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { listPersonas } from '../../../src/runtime/persona/list-personas.ts';
import { listPlans } from '../../../src/runtime/plan/find-plan.ts';
import { openTemplates } from '../../../src/runtime/template/open-templates.ts';
import { listWorkflows } from '../../../src/runtime/workflow/find-workflow.ts';

type Problem = Readonly<{ file: string; problem: string }>;
type Listing = Readonly<{
  folder: string;
  fileOf: (name: string) => string;
  problemsOf: (root: string) => Promise<readonly Problem[]>;
}>;

const problemsIn = (
  listed: readonly Readonly<{ file: string; problems: readonly { problem: string }[] }>[],
) => listed.flatMap(({ file, problems }) => problems.map(({ problem }) => ({ file, problem })));
const shippedOf = (root: string): string => join(root, 'shipped');

/** What a person may list of their project's own files. */
const LISTINGS: Readonly<Record<string, Listing>> = {
  personas: {
    folder: 'agents',
    fileOf: (name) => `${name}/${name}-agent.md`,
    problemsOf: async (root) => {
      const { problems } = await listPersonas({ root, agents: 'agents', shipped: shippedOf(root) });
      return problems.map(({ file, problem }) => ({ file, problem }));
    },
  },
  workflows: {
    folder: 'workflows',
    fileOf: (name) => `${name}.yaml`,
    problemsOf: async (root) => problemsIn(await listWorkflows({ root, shipped: shippedOf(root) })),
  },
  templates: {
    folder: 'templates',
    fileOf: (name) => `${name}.md`,
    problemsOf: async (root) => problemsIn(await openTemplates({ root, shipped: shippedOf(root) }).list()),
  },
  plans: {
    folder: 'plans',
    fileOf: (name) => `${name}/plan.yaml`,
    problemsOf: async (root) =>
      (await listPlans(join(root, 'plans'))).flatMap(({ file, problems }) =>
        problems.map(({ problem }) => ({ file, problem: problem.replace(/^it /, '') })),
      ),
  },
};

const PIPE = (path: string): void => void execFileSync('mkfifo', [path]);
const ODD: Readonly<Record<string, Readonly<{ make: (path: string) => void; says: string }>>> = {
  pipe: { make: PIPE, says: 'is a named pipe and should be a plain file' },
  folder: { make: (path) => mkdirSync(path), says: 'is a folder and should be a plain file' },
  device: { make: (path) => symlinkSync('/dev/zero', path), says: 'is a device and should be a plain file' },
  nowhere: { make: (path) => symlinkSync('none', path), says: 'is a link that leads nowhere' },
  itself: { make: (path) => symlinkSync(path, path), says: 'is a link that leads to itself' },
  sparse: {
    make: (path) => {
      writeFileSync(path, '');
      truncateSync(path, 10 * 1024 ** 3);
    },
    says: 'is larger than',
  },
};

function makeRoot(): string {
  const root = mkdtempSync(join(tmpdir(), 'swarm-own-files-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  return root;
}

test.each(Object.entries(LISTINGS))('%s that are no plain files are told one by one', async (_, listing) => {
  const { folder, fileOf, problemsOf } = listing;
  const root = makeRoot();
  const wanted = Object.entries(ODD).map(([name, { make, says }]) => {
    const file = join(root, folder, fileOf(name));
    mkdirSync(dirname(file), { recursive: true });
    make(file);
    return { file, problem: expect.stringContaining(says) };
  });
  const told = await problemsOf(root);
  expect(told).toHaveLength(wanted.length);
  expect(told).toEqual(expect.arrayContaining(wanted));
});

test.each(Object.entries(LISTINGS))('a folder of %s that is none is told', async (_, listing) => {
  const root = makeRoot();
  const folder = join(root, listing.folder);
  expect(await listing.problemsOf(root)).toEqual([]);
  PIPE(folder);
  const problem = 'is a named pipe and should be a folder';
  expect(await listing.problemsOf(root)).toEqual([{ file: folder, problem }]);
  rmSync(folder);
  symlinkSync('none', folder);
  expect(await listing.problemsOf(root)).toMatchObject([{ problem: 'is a link that leads nowhere' }]);
});
