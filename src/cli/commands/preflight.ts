import * as z from 'zod/mini';
import { RunPreflight } from '../../contract/preflight.ts';
import { command } from '../command.ts';
import { CONFLICT_CHOICES, STALE_CHOICES } from '../preflight-choice.ts';
import { SCOPE_FLAGS } from '../preflight-flags.ts';
import { askVerb, reply } from '../reply.ts';
import { runPreflight } from '../run-preflight.ts';

const Input = z.extend(z.omit(RunPreflight, { how: true, asks: true }), {
  onConflict: z.optional(z.enum(CONFLICT_CHOICES)),
  onStale: z.optional(z.enum(STALE_CHOICES)),
});

export const preflight = command({
  name: 'preflight',
  summary: 'Join, and see who else is at work and what conflicts',
  about: [
    'Registers you (as "swarm join" does), shows who is at work, and warns where their track, files or items',
    'meet yours. What --files names and no other has reserved is reserved for you.',
    'On a terminal you are asked what to do; without one, and without flags, it goes on and warns on stderr.',
    '"swarm start", "plan run" and "loop" look by themselves, without joining (setting preflight).',
  ].join('\n'),
  examples: [
    'swarm preflight --track cc-v2 --files "src/api/**"',
    'swarm preflight --items login --on-conflict wait --json',
    'swarm preflight --on-stale ignore',
  ],
  flags: [
    { name: 'name', key: 'name', value: 'name', about: 'Your name; left out, one is picked' },
    ...SCOPE_FLAGS,
    {
      name: 'on-conflict',
      key: 'onConflict',
      value: 'choice',
      about: 'Go on, give up so that you pick other work, or wait up to 5 minutes',
      offers: CONFLICT_CHOICES,
    },
    {
      name: 'on-stale',
      key: 'onStale',
      value: 'choice',
      about: 'What to do about those not heard of for 10 minutes',
      offers: STALE_CHOICES,
    },
  ],
  input: Input,
  async run(host, { onConflict, onStale, ...scope }, io) {
    // On a terminal the person is asked there.
    const asks = onStale === undefined && (io.isJson || !io.isTerminal);
    const input = { ...scope, how: 'join' as const, asks };
    if (host.attempt !== null) return askVerb(host, 'participant.preflight', input);
    const seen = await runPreflight(host, { input, onConflict, onStale }, io);
    return seen.ok ? reply('participant.preflight', seen.value, { written: 'text' }) : seen;
  },
  show: { 'participant.preflight': () => '' },
});
