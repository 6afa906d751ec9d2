import * as z from 'zod/mini';
import { command } from '../command.ts';
import { asks } from '../reply.ts';

/** Checks the machine, and says which agent CLI is there. */
const NEXT = 'Next: swarm doctor\n';
const UNTRUSTED = '⚠️  Not trusted yet: its files came from elsewhere. Next: swarm trust\n';

export const init = command({
  name: 'init',
  summary: 'Set up this folder as a Swarm project',
  about: [
    'Touches: makes .swarm/ (which ignores itself for git), swarm.config.json and one example persona under',
    'agents/, each only where it is missing.',
    'Never touches: a file that is there already, git, or anything outside of the project, but for your',
    'word of trust and the list of your projects in ~/.local/state/swarm/.',
    'Where it finds nothing that Swarm would run, what you write later is yours: the project is trusted.',
    'A second run: finds all of them and changes nothing.',
  ].join('\n'),
  examples: ['swarm init', 'swarm init -C ~/code/shop'],
  input: z.object({}),
  run: asks('project.init'),
  show: {
    'project.init': async ({ root, touched, isTrusted, runnables }) => {
      const lines = touched.map(({ path, is }) => `${is === 'created' ? '✅ Created' : 'ℹ️ Kept'}: ${path}\n`);
      const isNew = touched.some(({ is }) => is === 'created');
      const told = `${lines.join('')}\n${isNew ? 'Ready' : 'Nothing was missing'}: ${root}\n`;
      if (!isTrusted) return `${told}${UNTRUSTED}`;
      const found = runnables.filter(({ by }) => by === 'cli');
      if (found.length === 0) return `${told}${NEXT}`;
      const { renderRunnables } = await import('../../views/trust-text.ts');
      const obeyed = `Agent CLIs and git obey these files of it without asking:\n\n${renderRunnables(found)}`;
      return `${told}\n${obeyed}\n${NEXT}`;
    },
  },
});
