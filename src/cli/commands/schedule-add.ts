import * as z from 'zod/mini';
import { AddSchedule } from '../../contract/schedule.ts';
import { renderAddedSchedule } from '../../views/schedule-view.ts';
import { command } from '../command.ts';
import { asText, durationMs } from '../flag.ts';
import { askVerb } from '../reply.ts';
import { BODY_FLAGS, DOING_FLAGS, ROUTING_FLAGS, readBody } from '../work-flags.ts';

const Input = z.extend(AddSchedule, { bodyFile: z.optional(z.string()) });

export const scheduleAdd = command({
  name: 'schedule add',
  summary: 'Add a schedule that queues work at the times of a cron expression',
  about:
    'Five fields: minute, hour, day of the month, month, day of the week. With six, the first is the\n' +
    'second. Or @hourly, @daily, @weekly, @monthly, @yearly. The supervisor puts the work in; a loop does\n' +
    'it. Of times that passed while no supervisor ran, only the last gets its work; while work of an\n' +
    'earlier time is open, a time is skipped. What a change of clocks leaves out comes right after it.',
  examples: [
    'swarm schedule add "0 6 * * 1-5" "Update the dependencies" --name deps --tz Europe/Berlin',
    'swarm schedule add @daily "Look through new issues" --body-file triage.md --gate "npm test"',
    'swarm schedule add "*/30 * * * * *" "Check the mail" --overlap --deadline 10m',
  ],
  words: [
    { name: 'expression', key: 'expression', about: 'When, such as "0 6 * * *"; one word, in quotes' },
    { name: 'title', key: 'title', about: 'What to do, in one line', gather: asText },
  ],
  flags: [
    { name: 'name', key: 'id', value: 'id', about: 'Its name, and the beginning of the ids of its work' },
    { name: 'id', key: 'id', value: 'id', about: 'The same as --name' },
    {
      name: 'tz',
      key: 'timeZone',
      value: 'zone',
      about: 'Whose clocks are meant, as Europe/Berlin (those of this machine)',
    },
    { name: 'overlap', key: 'overlap', about: 'Also while work of an earlier time is open' },
    ...BODY_FLAGS,
    ...ROUTING_FLAGS,
    {
      name: 'deadline',
      key: 'deadlineMs',
      value: 'duration',
      about: 'So long after it was put in, it is not handed out any more',
      ...durationMs,
    },
    ...DOING_FLAGS,
  ],
  input: Input,
  run: async (host, { bodyFile, ...input }) => {
    const body = await readBody(host, bodyFile);
    if (!body.ok) return body;
    const work = body.value === null ? {} : { body: body.value };
    return askVerb(host, 'schedule.add', { ...input, ...work });
  },
  show: { 'schedule.add': renderAddedSchedule },
});
