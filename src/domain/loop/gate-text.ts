/** What an agent is told when the gate of its work is red. */
export const gateText = (command: string, output: string): string =>
  [
    'Your work is not done yet: the command that has to succeed before it counts as done has failed.',
    '',
    `    ${command}`,
    '',
    'It ended with:',
    '',
    output,
    '',
    'Mend the cause, run the command yourself, and end your turn when it succeeds.',
  ].join('\n');

type StaysRed = Readonly<{ workId: string; sessionId: string; output: string }>;

/** What a person is asked when that did not help. Whatever they answer goes to the agent. */
export const gateQuestion = ({ workId, sessionId, output }: StaysRed): string =>
  [
    `The gate of ${workId} stays red. What should the agent do? (To give it up: swarm kill ${sessionId})`,
    '',
    output,
  ].join('\n');
