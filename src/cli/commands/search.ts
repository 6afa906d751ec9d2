import { SEARCH_KINDS } from '../../contract/search.ts';
import { renderFound } from '../../views/found-list.ts';
import { command } from '../command.ts';
import { asList, asText, wholeNumber } from '../flag.ts';

export const search = command({
  name: 'search',
  summary: 'Find anything that was said or written down, by its words',
  about: [
    'Looks through sessions and their tasks, runs, work, questions and answers, notes, messages, mail and',
    'the journal. What is found has all of the words, anywhere in it, in any case; the newest stands first.',
  ].join('\n'),
  examples: ['swarm search rate limit', 'swarm search --in note,message lock', 'swarm search lock --json'],
  words: [{ name: 'words', key: 'query', about: 'Words, or parts of words', gather: asText }],
  flags: [
    {
      name: 'in',
      key: 'kinds',
      value: 'kind',
      about: `Only there: ${SEARCH_KINDS.join(', ')}; several with commas`,
      read: (text) => text.split(','),
      gather: (values) => asList(values.flat()),
    },
    { name: 'limit', key: 'limit', value: 'number', about: 'Of each kind, at most so many', ...wholeNumber },
  ],
  onlyReads: true,
  show: { 'project.search': renderFound },
});
