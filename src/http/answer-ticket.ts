import * as z from 'zod/mini';
import { SafeId } from '../contract/id.ts';
import { readWireInput } from '../contract/wire-input.ts';
import { troubleOfError, troubleOfRefusal } from '../views/error-text.ts';
import type { HttpHost } from './host.ts';
import { type Reply, replyRefused, replyTrouble } from './reply.ts';
import type { Tickets } from './tickets.ts';

const Wanted = z.object({ sessionId: SafeId, write: z._default(z.boolean(), false) });

/** Gives a ticket for the terminal of a session. Never throws. */
export async function answerTicket(host: HttpHost, tickets: Tickets, given: unknown): Promise<Reply> {
  try {
    const wanted = readWireInput(Wanted, given ?? {});
    if (!wanted.ok) throw wanted.problem;
    const { sessionId, write } = wanted.value;
    const found = await host.ask('session.show', { sessionId });
    if (!found.ok) return replyTrouble(troubleOfRefusal(found.refusal));
    const ticket = tickets.issue({ sessionId: found.value.session.id, mayType: write });
    return ticket === null ? replyRefused(TOO_MANY) : { status: 200, body: { ticket } };
  } catch (error) {
    return replyTrouble(troubleOfError(error));
  }
}

const TOO_MANY = { status: 429, code: 'too-many-tickets', message: 'Too many terminals are being opened' };
