import { expect, test } from 'vitest';
import { renderService } from './render-service.ts';

const program = {
  root: '/srv/ada/50% "off" & <more>',
  words: ['/usr/bin/node', '/opt/swarm/supervisor.cjs', '--project', '/srv/ada/$HOME\nExecStart=/bin/false'],
  env: { PATH: '/usr/bin:/opt/"x"' },
};

test('a unit of systemd escapes what systemd would read', () => {
  const lines = renderService('systemd', program, 'swarm-1').split('\n');
  expect(lines).toContain('WorkingDirectory=/srv/ada/50%% "off" & <more>');
  expect(lines).toContain('Environment="PATH=/usr/bin:/opt/\\"x\\""');
  const [start] = lines.filter((line) => line.startsWith('ExecStart='));
  expect(start).toBe(
    'ExecStart="/usr/bin/node" "/opt/swarm/supervisor.cjs" "--project" ' +
      '"/srv/ada/$$HOME ExecStart=/bin/false"',
  );
  expect(lines).toContain('KillMode=process');
});

test('an agent of launchd is XML with everything escaped', () => {
  const text = renderService('launchd', program, 'dev.swarm.1');
  expect(text).toContain('<key>Label</key><string>dev.swarm.1</string>');
  expect(text).toContain('<string>/srv/ada/50% "off" &amp; &lt;more&gt;</string>');
  expect(text).toContain('<key>AbandonProcessGroup</key><true/>');
});
