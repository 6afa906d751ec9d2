import { renderRunStatus } from '../../views/run-status.ts';
import { command } from '../command.ts';

export const resume = command({
  name: 'resume',
  summary: 'Make sure that a run goes on, and say where it is',
  about:
    'Runs go on from their rows after anything: all that is missing is a supervisor, which this starts.\n' +
    'Any other command that needs one does the same.',
  examples: ['swarm resume 1763222400000'],
  words: [{ name: 'run', key: 'runId', about: 'Id of the run', offers: 'run' }],
  show: {
    'run.resume': ({ report, supervisor: { pid, started } }, style) => {
      const supervised = `✅ Supervisor ${started ? 'started' : 'already runs'} (pid ${pid})\n`;
      return `${supervised}\n${renderRunStatus(report, style)}`;
    },
  },
});
