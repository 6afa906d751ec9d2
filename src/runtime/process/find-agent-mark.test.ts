import { expect, test } from 'vitest';
import { parsePsCommands } from './find-agent-mark.ts';

test('the list of ps tells launchers, also with spaces in their paths', () => {
  const rows = parsePsCommands(
    [
      '    1     0     1 /sbin/launchd',
      '  410   400   410 /bin/sh /p/a b/p/.swarm/sessions/.launcher-0123abcd.sh /p/a b/p/attempts/1',
      '  420   410   410 node -e 0',
      'not a row',
    ].join('\n'),
  );
  expect(rows.get(410)).toEqual({ mark: '/p/a b/p/attempts/1', kin: [400, 410] });
  expect(rows.get(420)).toEqual({ mark: null, kin: [410, 410] });
  expect(rows.size).toBe(3);
});
