import type { Refusal, RefusalCode } from '../domain/refusal.ts';
import { QUOTA_WORDS, quotaSpentText } from '../domain/session/quota.ts';
import { CONTINUE_WRITERS } from './continue-refusals.ts';
import { renderDuration } from './duration.ts';
import { didYouMean, personasText } from './instead-text.ts';
import { LOOP_WRITERS } from './loop-refusals.ts';
import { MAIL_WRITERS } from './mail-refusals.ts';
import { MERGE_WRITERS } from './merge-refusals.ts';
import { oneLine } from './one-line.ts';
import { PARTICIPANT_WRITERS } from './participant-refusals.ts';
import { PLAN_WRITERS } from './plan/plan-refusals.ts';
import { QUEUE_WRITERS } from './queue-refusals.ts';
import { RACE_WRITERS } from './race-refusals.ts';
import { impossibleText } from './resource-text.ts';
import { SCHEDULE_WRITERS } from './schedule-refusals.ts';
import { SUPERVISOR_WRITERS } from './supervisor-refusals.ts';

/** The problem, and the remedy. */
export type Words = Readonly<{ message: string; hint: string }>;

export type Writers = { readonly [C in RefusalCode]: (refusal: Extract<Refusal, { code: C }>) => Words };

/** The text of every refusal. Untrusted names are stripped of control sequences. */
export function refusalText(refusal: Refusal): Words {
  const write = WRITERS[refusal.code] as (refusal: Refusal) => Words;
  const { message, hint } = write(refusal);
  return { message: oneLine(message), hint: oneLine(hint) };
}

const LIST = 'List sessions: swarm list';
const words = (message: string, hint = ''): Words => ({ message, hint });
const megabytes = (bytes: number): string => `${(bytes / 1_048_576).toFixed(1)} MB`;
const sized = (bytes: number, limitBytes: number): string =>
  `${megabytes(bytes)}, at most ${megabytes(limitBytes)}`;

const WRITERS: Writers = {
  'illegal-step': ({ sessionId, state, event }) =>
    words(`Session ${sessionId} is ${state}: it cannot ${event}`, `Look at it: swarm status ${sessionId}`),
  'illegal-run-step': ({ runId, state, event }) => words(`Run ${runId} is ${state}: it cannot ${event}`),
  'illegal-notification-step': ({ notificationId, state, event }) =>
    words(`Notification ${notificationId} is ${state}: it cannot ${event}`),
  'moved-meanwhile': ({ what }) => words(`${what} changed at the same moment`, 'Run the command again'),
  'session-not-found': ({ sessionId, near }) =>
    words(`Session not found: ${sessionId}`, didYouMean(near, LIST)),
  'already-on-screen': ({ sessionId }) =>
    words(`Session ${sessionId} already has a screen`, `Join it: swarm attach ${sessionId}`),
  'not-taken-over': ({ sessionId }) =>
    words(
      `Session ${sessionId} was not taken over`,
      `Tell it something: swarm send ${sessionId} "…", or end it: swarm kill ${sessionId}`,
    ),
  'session-not-parked': ({ sessionId, state }) =>
    words(
      `Session ${sessionId} is ${state}, not parked: there is no wait to end`,
      state === 'waiting' ? 'Answer what it asks: swarm questions' : `Look at it: swarm status ${sessionId}`,
    ),
  'session-suspended': ({ sessionId, text }) =>
    words(`Session ${sessionId} is suspended with others: ${text}`, 'End that first: swarm unpause'),
  'session-not-active': ({ sessionId, status }) =>
    words(`Session not active (status: ${status})`, `Read its output: swarm logs ${sessionId}`),
  'session-elsewhere': ({ sessionId, host }) =>
    words(
      `Session ${sessionId} is on the host ${host}: its screen, output and files are there`,
      `Run this command there. From here you can see, answer, tell and end it: swarm status ${sessionId}`,
    ),
  'session-already-over': ({ status }) => words(`Session already terminated (status: ${status})`, LIST),
  'already-interrupted': ({ sessionId, questionId }) =>
    words(`Session ${sessionId} is already interrupted`, `Resume it: swarm answer ${questionId} "…"`),
  'project-not-trusted': ({ root, runnables: { length } }) =>
    words(
      `Not trusted yet: ${root} would run ${length === 1 ? 'one thing' : `${length} things`} of its own`,
      'See them: swarm trust --show. Trust it: swarm trust, or SWARM_TRUST=1 for one command',
    ),
  'project-paused': () =>
    words('The project is paused: nothing starts', 'Resume: swarm unpause; or queue it with --wait'),
  'project-interrupted': ({ text }) =>
    words(`The project is already interrupted: ${text}`, 'Undo it: rm .swarm/interrupt-request.txt'),
  'session-still-live': ({ sessionId, status }) =>
    words(
      `Session ${sessionId} is still live (status: ${status})`,
      `Wait for it: swarm wait ${sessionId}, or end it: swarm kill ${sessionId}`,
    ),
  'no-slot': ({ limit }) =>
    words(
      `Max concurrent sessions (${limit}) reached`,
      `${LIST}; or wait for a slot with --wait, or raise limits.sessions`,
    ),
  'quota-spent': ({ quota, limit, isOfPersona }) =>
    words(`${quotaSpentText(quota, limit, isOfPersona)}. ${QUOTA_WORDS[quota].instead}.`),
  'too-deep': ({ limit, sessionId, persona }) =>
    words(
      limit === 0
        ? `Session ${sessionId} may not start sessions: neither its persona nor the settings allow it`
        : `Session ${sessionId} is at the end of what is allowed: sessions may be nested ${limit} deep`,
      `A person may allow it for later sessions of "${persona}", with "may_create: {depth: 1, count: 10}" ` +
        'in the front matter of its file, or for all by limits.depth in swarm.config.json',
    ),
  'personas-tied': ({ names }) =>
    words(
      `${names.join(' and ')} fit this task about as well as each other`,
      `Name one in place of auto: swarm create ${names[0] ?? '<agent>'} … The first of them: --yes`,
    ),
  'no-persona-fits': ({ names }) =>
    words(
      'No persona fits this task: none has its words in its name, tags or description',
      names.length === 0
        ? 'Make one: swarm personas new <name>'
        : `The nearest: ${names.join(', ')}. Name one in place of auto: swarm create ${names[0]} …`,
    ),
  'parent-over': ({ sessionId }) =>
    words(`Session ${sessionId} is over: it starts no others`, `Look at it: swarm status ${sessionId}`),
  'not-own-session': ({ sessionId, verb }) =>
    words(`${sessionId} is no session that you started: ${verb} is only for those, and those below them`),
  'key-conflict': ({ key, sessionId }) =>
    words(`The key "${key}" belongs to ${sessionId}, which has different content`, 'Use another --key'),
  'id-exhausted': ({ sessionId }) => words(`No free id left for ${sessionId}`, 'Try again in a second'),
  'persona-not-found': ({ name, folder, near, misplaced, known = [] }) =>
    words(
      `Agent '${name}' not found in ${folder.replace(/\/$/, '')}/`,
      misplaced ? `Move ${misplaced.file} to ${misplaced.to}` : didYouMean(near, personasText(known)),
    ),
  'persona-broken': ({ file, line, problem }) =>
    words(`${file}:${line}: ${problem}`, 'Check all personas: swarm personas check'),
  'verb-unknown': ({ name, near }) =>
    words(`Unknown verb: ${name}`, didYouMean(near, 'All verbs: swarm schema')),
  'workflow-not-found': ({ name, near }) =>
    words(`Workflow not found: ${name}`, didYouMean(near, 'List workflows: swarm workflow list')),
  'workflow-broken': ({ file, line, problem }) =>
    words(`${file}:${line}: ${problem}`, 'Check all workflows: swarm workflow check'),
  'workflow-unsound': ({ name, problems }) =>
    words(
      `Workflow ${name} is invalid: ${problems[0] ?? 'it is empty'}`,
      problems.length > 1 ? `${problems.length - 1} more: ${problems.slice(1).join('; ')}` : '',
    ),
  'goal-empty': () => words('The goal is empty', 'State the goal: swarm start research "why …"'),
  'too-many-roles': ({ workflow, roles, limit }) =>
    words(
      `Workflow ${workflow} has ${roles} roles; a run may have ${limit}`,
      'Raise limits.agentsPerRun in swarm.config.json',
    ),
  'role-unknown': ({ role, workflow, known, near }) =>
    words(
      `Workflow ${workflow} has no role "${role}"`,
      near.length > 0 ? didYouMean(near, '') : `Its roles: ${known.join(', ')}`,
    ),
  'role-taken': ({ role, branch }) =>
    words(
      `The branch ${branch} or the folder for ${role} already exists; nothing was started`,
      'Use another id, or clean up the old one: swarm clean',
    ),
  'run-not-found': ({ runId, near }) =>
    words(`Run not found: ${runId}`, near.length === 0 ? 'No runs yet' : `Newest: ${near.join(', ')}`),
  'role-ambiguous': ({ role, runs }) =>
    words(
      `${role} is a role of several live runs: ${runs.join(', ')}`,
      `Name its session: ${runs[0]}-${role}`,
    ),
  'names-a-run': ({ runId, verb, roles }) =>
    words(
      `${runId} is a run`,
      `Name one of its roles: ${roles.map((role) => `swarm ${verb} ${role}`).join(', ')}`,
    ),
  'run-still-live': ({ runId, state }) =>
    words(
      `Run ${runId} is ${state}: its agents may still be working`,
      `Wait for it: swarm wait ${runId}, or end it: swarm stop ${runId}`,
    ),
  'role-at-work': ({ role, sessionId }) =>
    words(`${role} already has a session: ${sessionId}`, `Look at it: swarm status ${sessionId}`),
  'message-dead-lettered': ({ messageId, why }) =>
    words(
      `The message could not be routed: ${why}`,
      `Kept as a dead letter; try again: swarm messages requeue ${messageId}`,
    ),
  'run-has-no-pane': ({ runId, state }) =>
    words(`No agent of run ${runId} has a pane now (${state})`, `Look at it: swarm status ${runId}`),
  'run-over': ({ runId, state }) =>
    words(
      `Run ${runId} is ${state}`,
      `Show its result: swarm status ${runId}; run it again: swarm start, or swarm plan run`,
    ),
  'run-key-conflict': ({ key, runId }) =>
    words(`The key "${key}" belongs to run ${runId}, which has different content`, 'Use another --key'),
  'cli-unknown': ({ name, known }) => words(`Unknown agent CLI: ${name}`, `Known: ${known.join(', ')}`),
  'agent-file-bad': ({ file, problem }) =>
    words(`${file}: ${problem}`, 'Fix the file, or the persona or setting that names it'),
  'mode-unsupported': ({ cli, mode }) => words(`${cli} does not support mode ${mode}`, 'Try --mode headless'),
  'prompt-missing': ({ file }) =>
    words(`Task prompt file not found: ${file}`, 'Give the path of a text file, or - for standard input'),
  'prompt-unreadable': ({ file, problem }) => words(`Task prompt file cannot be read: ${file} (${problem})`),
  'prompt-empty': ({ file }) => words(`Task prompt is empty: ${file}`, 'Write the task into it first'),
  'prompt-binary': ({ file, offset }) =>
    words(`Task prompt is not text: ${file} (byte ${offset})`, 'A task is UTF-8 text'),
  'json-input-bad': ({ flag, problem }) =>
    words(`${flag}: ${problem}`, 'Give the JSON itself, or - to read it from stdin; see --help'),
  'preflight-conflict': ({ conflicts, waitedMs }) => {
    const since = waitedMs === null ? 'In the way' : `Still in the way after ${renderDuration(waitedMs)}`;
    return words(
      `${since}: ${conflicts.join('; ')}`,
      'Nothing was started. Pick other work, or see who is at it: swarm participants',
    );
  },
  'loop-shares-checkout': ({ concurrency }) =>
    words(
      `${concurrency} agents would write to one checkout at once, and git can give them no worktrees here`,
      'Take one at a time: --concurrency 1; or let them: --here',
    ),
  'checkout-taken': ({ writer }) =>
    words(
      `${writer} writes to this checkout already`,
      'Give the new one a worktree: --workspace; or let both write here: --here',
    ),
  'prompt-too-large': ({ file, bytes, limitBytes }) =>
    words(
      `Task prompt is too large: ${file} (${sized(bytes, limitBytes)})`,
      'Put the material into a file and name its path in the task, or raise limits.promptMb',
    ),
  'schema-missing': ({ file }) => words(`Schema file not found or not text: ${file}`),
  'schema-broken': ({ file, position, problem }) =>
    words(
      `${file}${position === '' ? '' : `:${position}`}: ${problem}`,
      'A schema is JSON Schema (2020-12 or draft 7)',
    ),
  'tmux-missing': () => words('tmux required (install: apt install tmux)', 'Check the machine: swarm doctor'),
  'tmux-too-old': ({ version, needed }) =>
    words(`tmux ${needed} or newer required, found ${version}`, 'Check the machine: swarm doctor'),
  'git-missing': () => words('git required (install: apt install git)', 'Check the machine: swarm doctor'),
  'git-too-old': ({ version, needed }) =>
    words(`git ${needed} or newer required, found ${version}`, 'Check the machine: swarm doctor'),
  'not-a-repository': ({ path }) =>
    words(`Not a git repository: ${path}`, 'Create one: git init; or leave out --workspace'),
  'no-commit-yet': ({ path }) =>
    words(
      `The repository has no commit yet: ${path}`,
      'Workspaces start from a commit: run git commit first',
    ),
  'question-not-found': ({ questionId }) =>
    words(`Question not found: ${questionId}`, 'List questions: swarm questions'),
  'question-closed': ({ questionId, state, answer }) =>
    words(
      answer === null || state === 'superseded'
        ? `Question ${questionId} is ${state}`
        : `Question ${questionId} is already answered: ${answer}`,
      'List questions: swarm questions',
    ),
  'answer-not-offered': ({ questionId, options, why }) =>
    words(
      why ?? 'Not an offered answer',
      options.length === 0
        ? `See it whole: swarm questions show ${questionId}`
        : `Answers: ${options.join(' | ')}`,
    ),
  'message-not-found': ({ messageId }) =>
    words(`Message not found: ${messageId}`, 'List messages: swarm messages <run>'),
  'message-not-dead-lettered': ({ messageId }) =>
    words(
      `Message ${messageId} is not a dead letter: it was routed`,
      'List dead letters: swarm messages --dead',
    ),
  'message-still-bad': ({ messageId, problem }) =>
    words(`Message ${messageId} cannot be routed: ${problem}`, 'Name the recipient: --to <role>'),
  'body-empty': ({ what }) => words(`The ${what} is empty`),
  'body-too-large': ({ what, bytes, limitBytes }) =>
    words(`The ${what} is too large (${sized(bytes, limitBytes)})`, 'Write it to a file and send its path'),
  'archive-missing': ({ sessionId }) =>
    words(`Session ${sessionId} is not in the archive`, 'List archived sessions: swarm list --archived'),
  'recipient-missing': () => ({ message: 'The message names no recipient', hint: 'swarm send <to> <text>' }),
  'no-channel': ({ known }) =>
    words('No channel is set up', `Name some in notify.channels of swarm.config.json: ${known.join(', ')}`),
  'no-workspace': ({ sessionId, folder }) =>
    words(
      `Session ${sessionId} has no workspace: its changes lie among all others in ${folder}`,
      'Look at them there: git status, git diff. With swarm create --workspace they stay apart',
    ),
  'session-file-not-found': ({ sessionId, file }) =>
    words(
      `Session ${sessionId} has no such file to show: ${file}`,
      'Only its prompt, its result and its logs are shown, as far as they were written',
    ),
  'work-not-there': ({ sessionId, branch }) =>
    words(
      `No work of session ${sessionId} is there: no workspace, no branch${branch && ` ${branch}`}, no rescue`,
      `See where it stands: swarm status ${sessionId}`,
    ),
  'rescue-not-found': ({ ref, known }) =>
    words(`Rescue not found: ${ref}`, didYouMean(known, 'List rescues: swarm rescue list')),
  'rescue-target-taken': ({ path }) => words(`Path already exists: ${path}`, 'Name another folder'),
  'run-not-over': ({ runId, state }) =>
    words(
      `Run ${runId} is still live (${state})`,
      `Wait for it: swarm wait ${runId}, or end it: swarm stop ${runId}`,
    ),
  'run-not-completed': ({ runId, state }) =>
    words(
      `Run ${runId} is ${state}: not all of its work was approved`,
      `Review its result first, then: swarm merge ${runId} --anyway`,
    ),
  'result-invalid': ({ problem }) =>
    words(`The result is not valid: ${problem}`, 'A result is one JSON value'),
  'result-too-large': ({ sessionId, attempt, bytes, limitBytes }) =>
    words(
      `The result of session ${sessionId} is too large (${sized(bytes, limitBytes)})`,
      `It is kept whole: attempts/${attempt}/result.json of the session's folder`,
    ),
  'no-result': ({ sessionId, status }) =>
    words(
      `Session ${sessionId} has no result (status: ${status})`,
      `Read its output: swarm logs ${sessionId}`,
    ),
  'not-in-attempt': ({ verb }) =>
    words(`swarm ${verb} works only inside an agent's session`, 'SWARM_ATTEMPT_DIR is not set here'),
  'speaks-as-another': ({ key, name, self }) =>
    words(
      `${key}: you are ${self}, and cannot speak as ${oneLine(name)}. Nothing was done.`,
      `Give your own name, or leave ${key} out`,
    ),
  'project-of-another': ({ project }) =>
    words(
      `${oneLine(project)} is not the project here, and another cannot be reached. Nothing was done.`,
      'Leave the project out, or give the folder that you work in',
    ),
  'agent-unknown': ({ tool }) =>
    words(
      `${tool} is asked in the name of a session, and this agent was not started by Swarm`,
      'A person starts agents that take part: swarm create <persona> <task>',
    ),
  'wrap-missing': ({ program }) =>
    words(
      `agent.wrap names ${program}, which is not installed or not on the PATH: nothing was started`,
      `Install ${program}, or change agent.wrap in swarm.config.json`,
    ),
  'limit-impossible': ({ resource, amount, machine }) => words(...impossibleText(resource, amount, machine)),
  'nothing-to-interrupt': ({ sessionId }) =>
    words(`${sessionId} has no task to interrupt yet`, 'Stop its run: swarm stop <run>'),
  'cli-not-installed': ({ cli, install }) =>
    words(`${cli} is not installed or not on the PATH`, `Install it: ${install}; or try: --cli rehearsal`),
  'cli-needs-command': ({ cli, persona }) =>
    words(
      `cli: ${cli} needs a program to start, and neither persona "${persona}" nor a setting names one`,
      `Name it: "command: [gemini, --acp]" in the persona, or ${cli}.command in swarm.config.json`,
    ),
  'probe-unsupported': ({ program }) =>
    words(
      `A probe does not know the API of ${program}; nothing was started`,
      'Probe claude, codex, gemini, opencode, or acp with one of these behind it',
    ),
  'not-from-attempt': ({ verb }) =>
    words(
      `swarm ${verb} is for people, not for agents inside a session`,
      verb.startsWith('queue')
        ? 'Ask the person: swarm ask. Queue commands for agents: add, show, progress, done, fail'
        : 'Ask the person: swarm ask "…". What a session may do: swarm help agents',
    ),
  'attempt-hidden': ({ verb, attempt }) =>
    words(
      `swarm ${verb} was started by an agent's process, and its environment hides that: ${attempt}`,
      'A person runs it in a terminal of their own. An agent keeps its environment, and asks: swarm ask',
    ),
  'attempt-misnamed': ({ sessionId }) =>
    words(
      `This process does not carry the token of session ${sessionId}, whose name it uses`,
      'Run it in the environment that the agent was given (SWARM_ATTEMPT_TOKEN)',
    ),
  'disk-full': ({ path }) => words(`No space left on the disk of ${path}`, 'Free space: swarm clean'),
  'project-at-home': ({ root }) => words(`The project at ${root} is where it belongs; nothing was changed`),
  'project-is-copy': ({ root, was }) =>
    words(
      `The original is still at ${was}, so ${root} is a copy; nothing was changed`,
      'Make it a project of its own: swarm project copied',
    ),
  'copy-shares-rows': ({ root }) =>
    words(
      `The database that "store" names holds sessions of the original of ${root}; nothing was changed`,
      'Name an empty database in swarm.config.json, then: swarm project copied',
    ),
  'attach-needs-terminal': () =>
    words('attach needs a terminal', 'Read the output instead: swarm logs <id> --follow'),
  'dashboard-elsewhere': ({ port }) =>
    words(
      `The page of this project is served on port ${port} already`,
      'Stop it first, then name another port: swarm dashboard stop',
    ),
  'attach-needs-tmux': ({ sessionId }) =>
    words(
      `Session ${sessionId} runs without tmux: nothing to attach to`,
      `Read its output instead: swarm logs ${sessionId} --follow`,
    ),
  ...PARTICIPANT_WRITERS,
  ...MAIL_WRITERS,
  ...PLAN_WRITERS,
  ...QUEUE_WRITERS,
  ...LOOP_WRITERS,
  ...RACE_WRITERS,
  ...MERGE_WRITERS,
  ...SUPERVISOR_WRITERS,
  ...SCHEDULE_WRITERS,
  ...CONTINUE_WRITERS,
};
