import type { Outcome } from '../domain/outcome.ts';
import { answered } from './command.ts';
import type { Host } from './host.ts';
import type { Io } from './io.ts';

/**
 * The preflight of a command that starts work. It says nothing where nothing is in the way, and never holds
 * up work that no person watches; refused only by a choice of the person to start nothing.
 */
export async function lookBefore(
  host: Host,
  io: Io,
  { track }: Readonly<{ track?: string }> = {},
): Promise<Outcome<null>> {
  const { runPreflight } = await import('./run-preflight.ts');
  const input = {
    files: [],
    items: [],
    how: 'automatic' as const,
    asks: false,
    ...(track === undefined ? {} : { track }),
  };
  const seen = await runPreflight(host, { input, onConflict: undefined, onStale: undefined }, io);
  // Any other refusal is one that the command itself meets, and words better.
  const isChosen = !seen.ok && seen.refusal.code === 'preflight-conflict';
  return isChosen ? seen : answered(null);
}
