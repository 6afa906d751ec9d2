import { command } from '../command.ts';

export const projectMoved = command({
  name: 'project moved',
  summary: 'Go on with a project whose folder was moved',
  about: [
    'Touches: ends the supervisor and the panes that were started where the project was; their sessions go',
    'on in new attempts. Lets rows, worktrees ("git worktree repair") and their markers name the new path.',
    'Never touches: work, branches, the old path. Refused where the original is still there: that is a copy.',
    'A second run: is refused, because the project is where it belongs. After a crash, run it again.',
    'A service that starts it with the machine still names the old path: swarm supervisor install.',
  ].join('\n'),
  examples: ['swarm project moved', 'swarm project moved -C ~/code/shop'],
  show: {
    'project.moved': ({ root, was, repairedWorktrees }) =>
      `✅ Moved from ${was} to ${root}\n` +
      `   Worktrees repaired: ${repairedWorktrees}\n` +
      'ℹ️  Sessions that were at work go on: swarm supervisor start\n',
  },
});

export const projectCopied = command({
  name: 'project copied',
  summary: 'Make a project of its own of a copy',
  about: [
    'Touches: gives the copy an id of its own and an empty store. The store, sessions, worktrees and archive',
    'that came with it are moved to .swarm/aside/, and what its .git knows of worktrees of the original.',
    'Never touches: the original, your files, swarm.config.json, personas, plans, branches.',
    'A second run: is refused, because the project is where it belongs. After a crash, run it again.',
  ].join('\n'),
  examples: ['swarm project copied'],
  show: {
    'project.copied': ({ root, was, aside }) =>
      `✅ ${root} is a project of its own now; the original is ${was}\n   What came with it: ${aside}\n`,
  },
});
