import { StopSupervisor } from '../../contract/supervisor.ts';
import { accept } from '../../domain/outcome.ts';
import { verb } from '../verb.ts';

export const stopSupervisorVerb = verb({
  name: 'supervisor.stop',
  summary: 'Stop the supervisor; agents keep working and the next one adopts them',
  asks: 'person',
  reads: false,
  needsTrust: false,
  input: StopSupervisor,
  answer: async () => (await import('../../contract/answer/supervisor.ts')).StoppedSupervisorAnswer,
  run: async ({ supervisor }, { timeoutMs }) => accept(await supervisor.ensureStopped(timeoutMs)),
  json: (stopped) => ({ was_running: stopped !== null, stopped: stopped !== false }),
});
