import type { ValueOf } from '../../app/verbs.ts';
import { oneLine } from '../../views/one-line.ts';
import { command } from '../command.ts';

export const supervisorInstall = command({
  name: 'supervisor install',
  summary: 'Start the supervisor with the machine',
  about: [
    'Writes a systemd user unit (Linux) or a launchd agent (macOS) for this project. After a reboot the',
    'supervisor starts by itself, goes on with what was at work, and leaves when nothing is left to do.',
    'It gets the PATH of this shell, and no other variable: name keys in the configuration of the CLI.',
  ].join('\n'),
  examples: ['swarm supervisor install'],
  show: { 'supervisor.install': renderInstalled },
});

export const supervisorUninstall = command({
  name: 'supervisor uninstall',
  summary: 'Start the supervisor with the machine no longer',
  about: 'Removes the file that "swarm supervisor install" wrote. A supervisor that runs goes on.',
  examples: ['swarm supervisor uninstall'],
  show: {
    'supervisor.uninstall': ({ file, isRemoved }) =>
      isRemoved ? `✅ Removed ${file}\n` : `ℹ️ Not installed: there is no ${file}\n`,
  },
});

const WITHOUT_LOGIN = 'To start it before you log in: loginctl enable-linger';

function renderInstalled({ manager, file, problem }: ValueOf<'supervisor.install'>): string {
  const after = manager === 'systemd' ? `   ${WITHOUT_LOGIN}\n` : '';
  if (problem === null) return `✅ Installed: ${file}\n${after}`;
  if (manager === 'systemd')
    return [
      `✅ Installed: ${file}`,
      `⚠️ systemd could not be told (${oneLine(problem)}): it counts from the next time that systemd starts`,
      `   ${WITHOUT_LOGIN}`,
      '',
    ].join('\n');
  return [
    `⚠️ Written, but launchd did not take it in: ${oneLine(problem)}`,
    `   ${file}`,
    `   Try it yourself: launchctl load -w ${file}`,
    '',
  ].join('\n');
}
