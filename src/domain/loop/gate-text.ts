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
