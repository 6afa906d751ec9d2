import * as z from 'zod/mini';
import { command } from '../command.ts';
import { asks } from '../reply.ts';

export const init = command({
  name: 'init',
  summary: 'Make this folder a project of Swarm',
  about: [
    'Touches: makes .swarm/ (which ignores itself for git), swarm.config.json and one example persona under',
    'agents/, each only where it is missing.',
    'Never touches: a file that is there already, git, or anything outside of the project.',
    'A second run: finds all of them and changes nothing.',
  ].join('\n'),
  examples: ['swarm init', 'swarm init -C ~/code/shop'],
  input: z.object({}),
  run: asks('project.init'),
  show: {
    'project.init': ({ root, touched }) => {
      const lines = touched.map(({ path, is }) => `${is === 'created' ? '✅ Created' : 'ℹ️ Kept'}: ${path}\n`);
      const isNew = touched.some(({ is }) => is === 'created');
      return `${lines.join('')}\n${isNew ? 'Ready' : 'Nothing was missing'}: ${root}\n`;
    },
  },
});
