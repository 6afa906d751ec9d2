import { expect, test } from 'vitest';
import { bwrapWords } from './bwrap-words.ts';

const words = bwrapWords('/usr/bin/bwrap', {
  shown: ['/h/me', '/tmp/p'],
  hiddenFolders: ['/h/me/.ssh'],
  hiddenFiles: ['/h/me/.netrc'],
  sealed: ['/tmp/p/.swarm'],
  readable: ['/tmp/p/.swarm/sessions/s'],
  writable: ['/h/me/.claude', '/tmp/p/.git', '/tmp/p/.swarm/worktrees/s', '/tmp/p/.swarm/sessions/s/a'],
  kept: ['/tmp/p/.git/hooks'],
  workDir: '/tmp/p/.swarm/worktrees/s',
  marks: { SWARM_ATTEMPT_DIR: '/tmp/p/.swarm/sessions/s/a' },
  dropped: ['SSH_AUTH_SOCK'],
}).join(' ');

test('what comes later lies on top: what is shown, written, hidden, let through, kept', () => {
  const order = [
    '--ro-bind / /',
    '--tmpfs /tmp ',
    '--ro-bind-try /h/me /h/me',
    '--ro-bind-try /tmp/p /tmp/p',
    '--bind-try /h/me/.claude /h/me/.claude',
    '--bind-try /tmp/p/.git /tmp/p/.git',
    '--tmpfs /h/me/.ssh',
    '--ro-bind /dev/null /h/me/.netrc',
    '--tmpfs /tmp/p/.swarm ',
    '--ro-bind-try /tmp/p/.swarm/sessions/s /',
    '--bind-try /tmp/p/.swarm/worktrees/s /',
    '--bind-try /tmp/p/.swarm/sessions/s/a /',
    '--ro-bind-try /tmp/p/.git/hooks',
    '--remount-ro /tmp/p/.swarm',
  ].map((part) => words.indexOf(part));
  expect(order).not.toContain(-1);
  expect(order).toEqual([...order].sort((a, b) => a - b));
});

test('processes outside are out of sight, the network is not, and the program comes after two dashes', () => {
  expect(words).toContain('--unshare-pid');
  expect(words).not.toContain('--unshare-net');
  expect(words).toMatch(/--unsetenv SSH_AUTH_SOCK .*--chdir \/tmp\/p\/.swarm\/worktrees\/s --$/);
});
