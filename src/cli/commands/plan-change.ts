import * as z from 'zod/mini';
import type { ValueOf } from '../../app/verbs.ts';
import { CHANGE_LETTERS_MOST } from '../../contract/plan/plan-change.ts';
import { UsageError } from '../../contract/usage-error.ts';
import type { Outcome } from '../../domain/outcome.ts';
import { TIMEOUT_FLAG } from '../ask-swarm.ts';
import { command } from '../command.ts';
import type { Host } from '../host.ts';
import { askVerb, type Reply, reply } from '../reply.ts';

const Input = z.object({
  file: z.string().check(z.minLength(1)),
  plan: z.optional(z.string().check(z.minLength(1))),
  timeoutMs: z.optional(z.int()),
});
type Input = z.infer<typeof Input>;

export const planChange = command({
  name: 'plan change',
  summary: 'Hand in a new version of a plan while it runs',
  about: [
    'The checker looks at it first. Where tasks, roles, files or dependencies change, the design verifier',
    'judges it; what an architect hands in you are asked about. Tasks that it does not touch work on.',
  ].join('\n'),
  examples: ['swarm plan change plan.yaml user-management', 'swarm plan change plan.yaml 1763222400000'],
  words: [
    { name: 'file', key: 'file', about: 'The whole plan, or - for stdin', offers: 'file' },
    {
      name: 'plan|run',
      key: 'plan',
      isOptional: true,
      about: 'The run, or the plan whose newest run is meant; inside the architect its own',
      offers: 'plan',
    },
  ],
  flags: [TIMEOUT_FLAG],
  input: Input,
  run: change,
  show: { 'plan.change': renderHandedIn },
});

async function change(host: Host, input: Input): Promise<Outcome<Reply<'plan.change'>>> {
  const { file, plan, timeoutMs } = input;
  const text = await host.readText(file);
  if (!text.ok) return text;
  const { length } = text.value;
  if (length > CHANGE_LETTERS_MOST) {
    const most = `${file} has ${length} letters; a plan has at most ${CHANGE_LETTERS_MOST}`;
    throw new UsageError(most, { key: 'file', hint: 'Nothing was handed in. Say it shorter.' });
  }
  const asked = await askVerb(host, 'plan.change', { plan, text: text.value }, { timeoutMs });
  if (!asked.ok || asked.value.is === 'told') return asked;
  const isSound = asked.value.value.findings.length === 0;
  return reply('plan.change', asked.value.value, { exitCode: isSound ? 0 : 1 });
}

function renderHandedIn({ runId, isVerified, findings }: ValueOf<'plan.change'>): string {
  if (findings.length > 0) {
    const lines = findings.map(({ at, problem, advice }) => `- ${at}: ${problem}; ${advice}\n`);
    return `❌ Not handed in, the checker finds:\n${lines.join('')}`;
  }
  const next = isVerified ? 'the design verifier judges it first' : 'it is in force';
  return `✅ Handed in: run ${runId}; ${next}\n`;
}
