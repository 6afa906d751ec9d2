import { expect, test } from 'vitest';
import { decideProvisioning } from './provisioning.ts';

const of = (...files: string[]) => decideProvisioning(async (file) => files.includes(file));

test('a workspace gets the files that git ignores, and the install of its lock file', async () => {
  expect(await of()).toEqual({});
  expect(await of('.env')).toEqual({ copy: ['.env'] });
  expect(await of('.env', 'package-lock.json')).toEqual({ copy: ['.env'], install: ['npm', 'ci'] });
  // A repository that has moved on from npm often keeps its old lock file.
  expect((await of('package-lock.json', 'pnpm-lock.yaml')).install?.[0]).toBe('pnpm');
});
