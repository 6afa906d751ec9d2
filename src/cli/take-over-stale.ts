import type { Outcome } from '../domain/outcome.ts';
import { renderTakeover } from '../views/takeover-text.ts';
import { answered } from './command.ts';
import type { Host } from './host.ts';

/** Takes over from a stale participant; what was done, in words. */
export async function takeOverStale(host: Host, participantId: string): Promise<Outcome<string>> {
  const taken = await host.ask('participant.take-over', { participant: participantId, yes: true });
  return taken.ok ? answered(renderTakeover(taken.value).trimEnd()) : taken;
}
