import { type Answer, says } from '../stand-in/answer.ts';
import type { ApiRequest } from '../stand-in/request.ts';

export const PAGE = 'write_page_1727539200';
export const GUIDE = 'write_guide_1727539260';
const GUIDE_FILE = 'agents/guide_agent/task_output/guide.md';

/** The guide is written from a page that another agent commits. JSON is YAML. */
export const PLAN = JSON.stringify({
  name: 'sign-up',
  goal: 'People can sign up, and know how.',
  escalation: ['workflow_architect', 'user'],
  agents: {
    page_agent: { persona: 'developer' },
    guide_agent: { persona: 'developer' },
    checker: { persona: 'verifier' },
  },
  tasks: [
    {
      task_id: PAGE,
      role: 'page_agent',
      instructions: 'Write site/page.html with one form that sends an e-mail address to /sign-up.',
      outputs: [{ path: 'site/page.html', format: 'HTML 5' }],
      success_criteria: [{ text: 'The page has a form', command: 'grep -q "<form" site/page.html' }],
      verifier: 'checker',
    },
    {
      task_id: GUIDE,
      role: 'guide_agent',
      instructions: `Write ${GUIDE_FILE}, which names each field of the form in site/page.html.`,
      dependencies: [PAGE],
      inputs: [{ path: 'site/page.html', format: 'HTML 5' }],
      outputs: [{ path: GUIDE_FILE, format: 'Markdown' }],
      success_criteria: [{ text: 'Each field has a line in the guide', file: GUIDE_FILE }],
      verifier: 'checker',
    },
  ],
  checkpoints: [
    {
      after: PAGE,
      validates: 'The page has one form with an e-mail address, which it sends to /sign-up.',
      failure_modes: [{ failure: 'The form sends nothing', remedy: 'The page agent names the address' }],
    },
  ],
});

type Tool = NonNullable<Extract<Answer, { is: 'message' }>['tools']>[number];

const write = (file_path: string, content: string): Tool => ({
  name: 'Write',
  input: { file_path, content },
});
const run = (command: string): Tool => ({
  name: 'Bash',
  input: { command, description: 'Works on the plan' },
});
const review = (words: string): Tool => run(`swarm send --type review ${words}`);
const RESULT = run('swarm send --type result "made and looked at"');
const COMMIT = 'git add site && git -c user.name=p -c user.email=p@example.invalid commit -qm page';

/** What its agents do in each turn, in the order in which the turns come: how each begins, and the tools. */
const TURNS: readonly Readonly<[string, ...Tool[]]>[] = [
  ['Design the plan "sign-up"', write('plan.yaml', PLAN), run('swarm plan submit plan.yaml')],
  ['Judge version 1 of the plan', review('--verdict approved "It can be run."')],
  [
    `Task ${PAGE}`,
    write('site/page.html', '<form action="/sign-up"><input name="email"></form>\n'),
    run(`swarm note add "Assuming that one field is enough" && ${COMMIT}`),
    RESULT,
  ],
  [`Completion drive review of ${PAGE}`, run('swarm note list'), RESULT],
  [`Verify ${PAGE}`, run('cat site/page.html'), review('--verdict approved "It has a form."')],
  [`Task ${GUIDE}`, run(`grep -o 'name="[a-z]*"' site/page.html > orchestration/${GUIDE_FILE}`), RESULT],
  [`Completion drive review of ${GUIDE}`, RESULT],
  [`Verify ${GUIDE}`, run(`cat orchestration/${GUIDE_FILE}`), review('--verdict approved "It names each."')],
];

/** Where an agent would hand over too early, it settles its note first. */
const SETTLE = [run('swarm note resolve note_001 "the instructions name one"'), RESULT];

export function play({ prompt, toolResults }: ApiRequest): Answer {
  if (toolResults.some(({ text }) => text.includes('note_001 is open')))
    return { is: 'message', tools: SETTLE };
  const [, ...tools] = (toolResults.length === 0 && TURNS[turnOf(prompt)]) || [];
  return tools.length === 0 ? says('That is all.') : { is: 'message', tools };
}

/** Which of its turns a prompt begins. */
export const turnOf = (prompt: string): number => TURNS.findIndex(([words]) => prompt.startsWith(words));
