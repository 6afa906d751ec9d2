import * as z from 'zod/mini';
import type { TrustAnswer } from '../../contract/answer/trust.ts';
import { accept, type Outcome } from '../../domain/outcome.ts';
import { folderVerb } from '../verb.ts';
import type { TrustDeps, TrustReport } from './trust-deps.ts';

const answer = async () => (await import('../../contract/answer/trust.ts')).TrustAnswer;

const trustJson = ({ root, origin, record, runnables }: TrustReport): TrustAnswer => ({
  root,
  trusted: origin !== null,
  because: origin,
  record,
  runs: runnables,
});

async function showTrust({ trust }: TrustDeps): Promise<Outcome<TrustReport>> {
  await trust.assertProject();
  return accept(await trust.observe());
}

async function trustProject({ trust }: TrustDeps): Promise<Outcome<TrustReport>> {
  await trust.assertProject();
  await trust.save();
  return accept(await trust.observe());
}

async function revokeTrust({ trust }: TrustDeps): Promise<Outcome<TrustReport>> {
  await trust.assertProject();
  await trust.remove();
  return accept(await trust.observe());
}

export const showTrustVerb = folderVerb({
  name: 'project.show-trust',
  summary: 'Show what this project would run, and whether it is trusted',
  asks: 'anyone',
  reads: true,
  input: z.object({}),
  answer,
  run: showTrust,
  json: trustJson,
});

export const trustProjectVerb = folderVerb({
  name: 'project.trust',
  summary: 'Trust this project: what its files name may run',
  asks: 'person',
  reads: false,
  needsTrust: false,
  input: z.object({}),
  answer,
  run: trustProject,
  json: trustJson,
});

export const revokeTrustVerb = folderVerb({
  name: 'project.revoke-trust',
  summary: 'Take back the trust in this project',
  asks: 'person',
  reads: false,
  needsTrust: false,
  input: z.object({}),
  answer,
  run: revokeTrust,
  json: trustJson,
});
