import { ReorderWork } from '../../contract/queue.ts';
import { UsageError } from '../../contract/usage-error.ts';
import { command } from '../command.ts';
import { wholeNumber } from '../flag.ts';
import { WORK } from '../queue-words.ts';
import { askVerb } from '../reply.ts';

export const queueReorder = command({
  name: 'queue reorder',
  summary: 'Move work to another position in the queue',
  about: 'Beside other work it gets the priority of that work. --first and --last keep its own priority.',
  examples: ['swarm queue reorder w-1a2b3c4d --first', 'swarm queue reorder release --after w-1a2b3c4d'],
  words: [WORK],
  flags: [
    { name: 'before', key: 'before', value: 'id', about: 'Just before this one', offers: 'work' },
    { name: 'after', key: 'after', value: 'id', about: 'Just after this one', offers: 'work' },
    { name: 'first', key: 'first', about: 'Before all of its priority' },
    { name: 'last', key: 'last', about: 'After all of its priority' },
    {
      name: 'priority',
      short: 'p',
      key: 'priority',
      value: 'number',
      about: 'Another priority',
      ...wholeNumber,
    },
  ],
  input: ReorderWork,
  run: async (host, input) => {
    const { before, after, first, last, priority } = input;
    const targets = [before !== undefined, after !== undefined, first, last].filter((is) => is).length;
    if (targets > 1) throw new UsageError('Say only one of --before, --after, --first and --last');
    if (targets === 0 && priority === undefined) {
      throw new UsageError('Say where: --before <id>, --after <id>, --first, --last or --priority <number>');
    }
    return askVerb(host, 'queue.reorder', input);
  },
  show: { 'queue.reorder': ({ work }) => `✅ Moved ${work.id} (priority ${work.priority})\n` },
});
