import { command } from '../command.ts';

const WHEN = 'Whether it warns or blocks is the setting reservations.enforce.';

export const reservationsInstallHook = command({
  name: 'reservations install-hook',
  summary: 'Mind reservations before every commit, by a hook of git',
  about: `Your own pre-commit hook is kept, and runs first. ${WHEN}`,
  examples: ['swarm reservations install-hook'],
  show: {
    'reservation.install-hook': ({ file, isChanged, keeps, enforce }) =>
      [
        isChanged ? `Installed ${file}\n` : `Installed already: ${file}\n`,
        ...(keeps ? ['Your own hook runs first; swarm reservations uninstall-hook puts it back\n'] : []),
        ...(enforce === 'off'
          ? ['It does nothing while reservations.enforce is off: set it to warn or block\n']
          : []),
      ].join(''),
  },
});

export const reservationsUninstallHook = command({
  name: 'reservations uninstall-hook',
  summary: 'Take the hook of git away, and put your own back',
  examples: ['swarm reservations uninstall-hook'],
  show: {
    'reservation.uninstall-hook': ({ file, isChanged, keeps }) =>
      isChanged ? `Removed ${file}${keeps ? '; your own hook is back' : ''}\n` : `Not installed: ${file}\n`,
  },
});
