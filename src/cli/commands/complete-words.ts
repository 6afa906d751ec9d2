import * as z from 'zod/mini';
import type { OffersAnswer } from '../../contract/answer/terminal.ts';
import { answered, localCommand } from '../command.ts';
import { listOffers } from '../complete.ts';
import { asList } from '../flag.ts';

export const completeWords = localCommand({
  asks: 'person',
  name: '__complete',
  summary: 'Print completions for a command line (used by completion scripts)',
  examples: ['swarm __complete -- create re'],
  words: [
    {
      name: 'words',
      key: 'words',
      isOptional: true,
      about: 'The words so far, the last one unfinished',
      gather: asList,
    },
  ],
  input: z.object({ words: z._default(z.array(z.string()), []) }),
  run: async (host, { words }) => answered(await listOffers(host, words)),
  show: (offers) => offers.map((offer) => `${offer}\n`).join(''),
  answer: async () => (await import('../../contract/answer/terminal.ts')).OffersAnswer,
  json: (offers): OffersAnswer => ({ offers }),
});
