import * as z from 'zod/mini';
import type { CompletionAnswer } from '../../contract/answer/terminal.ts';
import { answered, localCommand } from '../command.ts';
import { renderCompletion, SHELLS } from '../complete.ts';

export const completion = localCommand({
  asks: 'anyone',
  name: 'completion',
  summary: 'Print a completion script for your shell',
  about: [
    'bash: source <(swarm completion bash), in ~/.bashrc',
    'zsh:  source <(swarm completion zsh), in ~/.zshrc after compinit',
    'fish: swarm completion fish > ~/.config/fish/completions/swarm.fish',
  ].join('\n'),
  examples: ['source <(swarm completion bash)'],
  words: [{ name: 'shell', key: 'shell', about: `One of ${SHELLS.join(', ')}`, offers: SHELLS }],
  input: z.object({ shell: z.enum(SHELLS) }),
  run: async (_host, { shell }) => answered({ shell, script: renderCompletion(shell) }),
  show: ({ script }) => script,
  answer: async () => (await import('../../contract/answer/terminal.ts')).CompletionAnswer,
  json: ({ shell, script }): CompletionAnswer => ({ shell, script }),
});
