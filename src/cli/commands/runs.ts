import { renderRunTable } from '../../views/run-status.ts';
import { command } from '../command.ts';
import { wholeNumber } from '../flag.ts';

export const runs = command({
  name: 'runs',
  summary: 'List the runs of workflows, newest first',
  examples: ['swarm runs', 'swarm runs --live --json'],
  flags: [
    { name: 'live', key: 'isLive', about: 'Only those that are not over' },
    { name: 'workflow', key: 'workflow', value: 'name', about: 'Only of this workflow', offers: 'workflow' },
    { name: 'limit', key: 'limit', value: 'n', about: 'At most so many (20)', ...wholeNumber },
    { name: 'after', key: 'after', value: 'run', about: 'Those that come after this one in the list' },
  ],
  show: { 'run.list': ({ runs: listed, now }, style) => renderRunTable(listed, now, style) },
});
