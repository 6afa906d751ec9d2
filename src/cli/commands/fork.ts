import { command } from '../command.ts';
import { asText } from '../flag.ts';

export const fork = command({
  name: 'fork',
  summary: 'Begin another session from the conversation of one, on a branch of its own',
  about: [
    'The other session stays as it is. The fork begins at the last commit of its branch: what it has not',
    'committed stays behind. Claude Code remembers the conversation; others are told what is known of it.',
  ].join('\n'),
  examples: [
    'swarm fork 20251118-153042-developer',
    'swarm fork 20251118-153042-developer "try it without the cache"',
  ],
  words: [
    {
      name: 'session|role',
      key: 'sessionId',
      about: 'Id of the session, or a role of the only live run',
      offers: 'session',
    },
    { name: 'text', key: 'body', isOptional: true, about: 'What to do there', gather: asText },
  ],
  show: {
    'session.fork': ({ session, branch, workDir, warnings }) =>
      [
        ...warnings.map((warning) => `⚠️  ${warning}`),
        `✅ Session created: ${session.id}, forked from ${session.forkedFrom}`,
        `📍 Works in: ${workDir} (branch ${branch})`,
        `📋 Follow: swarm logs ${session.id} --follow`,
        '',
      ].join('\n'),
  },
});
