import { rehearsePlan } from './rehearsed-plan.ts';
import type { Step } from './step.ts';

const TOPIC_CHARS = 120;

type Part = Readonly<{ plan: string; finding: string; extra: Readonly<Record<string, unknown>> }>;

const PARTS: Readonly<Record<string, Part>> = {
  researcher: {
    plan: 'I gather what is known, note where each thing comes from, and mark what stays uncertain.',
    finding: 'Three things stand out; two are well supported, one needs another source.',
    extra: { findings: ['a first finding', 'a second finding', 'a third finding, uncertain'] },
  },
  reviewer: {
    plan: 'I read the work against the task, try its edges, and judge it.',
    finding: 'The work does what was asked; I found nothing that must change.',
    extra: { verdict: 'approved', findings: [] },
  },
  developer: {
    plan: 'I find the place to change, write a test that fails, make it pass, and read it all once more.',
    finding: 'The change is small, and its test passes.',
    extra: { changes: [], tests: { passed: 1, failed: 0 } },
  },
  architect: {
    plan: 'I name the parts, say what each owes the others, and list what must be decided first.',
    finding: 'Three parts with one border each; one decision is open.',
    extra: { parts: ['the core', 'the edge', 'the record'], open: ['where the record lives'] },
  },
};

const DEFAULT_PART: Part = {
  plan: 'I read it, do what it asks, and report.',
  finding: 'It is done, as far as a rehearsal can do it.',
  extra: {},
};

type Playing = Readonly<{ role: string; isInRun: boolean }>;

/** What a role does when the prompt brings no script. Outside a run it writes only its result. */
export function playPart({ role, isInRun }: Playing, prompt: string): readonly Step[] {
  const name = role.toLowerCase();
  const { plan, finding, extra } = Object.hasOwn(PARTS, name) ? (PARTS[name] ?? DEFAULT_PART) : DEFAULT_PART;
  const topic = topicOf(prompt);
  const steps: readonly Step[] = [
    { do: 'say', text: `The task is: ${topic}` },
    { do: 'say', text: plan },
    { do: 'result', value: { summary: `${finding} The task was: ${topic}`, isRehearsal: true, ...extra } },
  ];
  return [
    ...steps,
    ...(isInRun ? handIn(name, { topic, finding, prompt }) : []),
    { do: 'say', text: finding },
  ];
}

type Work = Readonly<{ topic: string; finding: string; prompt: string }>;

/** What the others of a run wait for. */
function handIn(role: string, { topic, finding, prompt }: Work): readonly Step[] {
  switch (role) {
    case 'reviewer':
      return [{ do: 'post', to: null, content: { type: 'review', verdict: 'approved', summary: finding } }];
    case 'developer':
    case 'architect':
      return buildFile(role, { topic, finding, prompt });
    case 'workflow_architect':
      return rehearsePlan(prompt);
    default:
      return [{ do: 'post', to: null, content: wantedOf({ topic, finding, prompt }) }];
  }
}

/** A role of a plan has a name of its own, so its prompt says what is waited for. */
function wantedOf({ topic, finding, prompt }: Work): Readonly<Record<string, unknown>> {
  if (/message of type review/.test(prompt)) return { type: 'review', verdict: 'approved', summary: finding };
  if (/--type result/.test(prompt)) return { type: 'result', summary: finding, body: topic };
  return { type: 'finding', title: topic, body: finding };
}

// Git may have no identity configured here.
const COMMIT = 'git -c user.name=Rehearsal -c user.email=rehearsal@localhost commit -q';

function buildFile(role: string, { topic, finding }: Work): readonly Step[] {
  const path = `rehearsal/${role}.md`;
  return [
    { do: 'write', path, text: `# ${topic}\n\n${finding}\n` },
    { do: 'run', command: `git add ${path} && ${COMMIT} -m "Rehearse the part of the ${role}"` },
    { do: 'post', to: null, content: { type: 'artifact', path, summary: finding } },
  ];
}

export function topicOf(prompt: string): string {
  const line =
    prompt
      .split('\n', 50)
      .map(bare)
      .find((text) => text !== '') ?? 'an empty page';
  return line.length > TOPIC_CHARS ? `${line.slice(0, TOPIC_CHARS - 1)}…` : line;
}

// A heading or a list reads better as a sentence.
const bare = (line: string): string =>
  line
    .slice(0, 4 * TOPIC_CHARS)
    .replace(/^[#>*\-\s]+/, '')
    .trim();
