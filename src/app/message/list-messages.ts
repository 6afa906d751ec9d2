import { type Message, PERSON } from '../../domain/message/message.ts';
import { accept, type Outcome } from '../../domain/outcome.ts';
import type { VerbDeps } from '../deps.ts';

/** What agents sent to the person, oldest first. */
export async function listMessages({ store }: Pick<VerbDeps, 'store'>): Promise<Outcome<readonly Message[]>> {
  return accept(await store.listMessages({ recipient: PERSON }));
}
