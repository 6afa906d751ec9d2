import { NewPersonaOfPlan } from '../../contract/plan/plan.ts';
import { command } from '../command.ts';
import { asks } from '../reply.ts';

export const personasNew = command({
  name: 'personas new',
  summary: 'Write the draft of a persona that a plan calls for',
  about:
    'The draft is made from "new_personas" of the plan: read it, and say in it what is still open.\n' +
    'Touches: agents/<name>/<name>-agent.md. Never touches: a file that is there.',
  examples: ['swarm personas new sql-writer --from-plan user-management'],
  words: [{ name: 'name', key: 'name', about: 'Name of the persona' }],
  flags: [
    {
      name: 'from-plan',
      key: 'fromPlan',
      value: 'plan',
      about: 'The plan that calls for it',
      offers: 'plan',
    },
  ],
  input: NewPersonaOfPlan,
  run: asks('persona.new'),
  show: {
    'persona.new': ({ file, plan }) =>
      `✅ Created: ${file}\nRead it, and mend what is missing. Then: swarm plan check ${plan}\n`,
  },
});
