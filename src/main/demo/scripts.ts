/** One session of the demo: what it shows, and what its agent plays. */
export type Piece = Readonly<{ name: string; shows: string; task: string; workspace: boolean }>;

const fenced = (title: string, steps: readonly string[]): string =>
  `# ${title}\n\n\`\`\`rehearsal\n${steps.map((step) => `- ${step}`).join('\n')}\n\`\`\`\n`;

const AS_DEMO = '-c user.name=demo -c user.email=demo@example.invalid';
export const DEMO_ANSWER = 'green';

export const PIECES: readonly Piece[] = [
  {
    name: 'builder',
    shows: 'works in a git worktree of its own and commits there',
    workspace: true,
    task: fenced('Greet the world', [
      'say: I write a greeting in my own workspace.',
      'write: {path: greeting.txt, text: "hello, world\\n"}',
      `run: git add greeting.txt && git ${AS_DEMO} commit -qm "Greet the world"`,
      'cost: 0.12',
      'result: {file: greeting.txt, committed: true}',
      'say: The greeting is committed.',
    ]),
  },
  {
    name: 'unlucky',
    shows: 'is killed in the middle, and goes on in the same conversation',
    workspace: false,
    task: fenced('Survive', [
      'say: I am half way through when I am killed.',
      'crash: SIGKILL',
      'say: I am back, as another process, and I remember what I did.',
      'result: {survived: true}',
    ]),
  },
  {
    name: 'asker',
    shows: 'asks a person, and waits for the answer',
    workspace: false,
    task: fenced('Paint the fence', [
      'say: I need a decision.',
      'ask: {text: Which colour shall the fence have?, options: [green, red]}',
      'result: {painted: true}',
    ]),
  },
];
