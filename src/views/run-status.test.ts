import { expect, test } from 'vitest';
import { aReport, aRole } from '../../tests/samples/run-report.ts';
import { aMemory, T0 } from '../../tests/store/rows.ts';
import { renderRunStatus, runStatusJson } from './run-status.ts';
import { styleFor } from './style.ts';

const PLAIN = styleFor(false);

test('agents that have to leave are told of, with the time that they are given', () => {
  const leaving = aRole('researcher', { state: 'stopping', ending: 'killed', stateSince: T0 });
  const report = aReport({ roles: [leaving], graceMs: 30_000 });
  expect(renderRunStatus(report, PLAIN)).toMatch(/Leaving: its agents end by .* \(timeouts.grace is 30s\)/);
  expect(runStatusJson(report).agents_gone_by).toBe('2023-11-14T22:13:50Z');
  expect(runStatusJson(aReport()).agents_gone_by).toBeNull();
});

test('rounds are those of the stage: its first is round 1, whatever came before', () => {
  const memory = aMemory();
  const state = {
    ...memory.state,
    stage: 'verification',
    round: 2,
    visits: { research: 1, verification: 1 },
  };
  expect(renderRunStatus(aReport({ memory: { ...memory, state } }), PLAIN)).toContain('Round: 1\n');
});
