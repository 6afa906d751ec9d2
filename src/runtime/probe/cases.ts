import { access } from 'node:fs/promises';
import { join } from 'node:path';
import type { Agent } from '../../domain/agent/agent.ts';
import type { AgentFact } from '../../domain/agent/fact.ts';
import type { ProbeCase, ProbeCaseName, ProbeHome } from '../../domain/agent/probe.ts';
import { waitInFolder } from '../files/watch.ts';
import type { ModelServer } from './model-server.ts';
import { type ProbeFolders, probeLaunch, probeTurn } from './probe-launch.ts';
import { openTalk, type Talk } from './talk.ts';

/** What the cases of one probe share. */
export type Probe = Readonly<{
  agent: Agent;
  command: readonly string[];
  home: ProbeHome;
  model: ModelServer;
  folders: ProbeFolders;
  env: Readonly<Record<string, string>>;
  uuid: () => string;
}>;

type CaseResult = Pick<ProbeCase, 'name' | 'is' | 'found'>;

const TURN_MS = 120_000;
// One agent cannot go on with a conversation within the minute in which it began.
const RESUME_MS = 150_000;
const CANCEL_MS = 15_000;
const HELLO = 'The word of the probe is heliotrope.';

const isEnd = (fact: AgentFact): fact is Extract<AgentFact, { kind: 'turn-ended' }> =>
  fact.kind === 'turn-ended';
const isAsked = (fact: AgentFact): fact is Extract<AgentFact, { kind: 'permission-asked' }> =>
  fact.kind === 'permission-asked';

const found = (name: ProbeCaseName, isOk: boolean, text: string): CaseResult => ({
  name,
  is: isOk ? 'ok' : 'no',
  found: text,
});
const skipped = (name: ProbeCaseName, text: string): CaseResult => ({ name, is: 'skipped', found: text });

/** Tries all cases, one process after the other. */
export async function tryCases(probe: Probe): Promise<readonly ProbeCase[]> {
  const groups = [tryConversation, tryTool, tryPermission, tryCancel];
  const cases: ProbeCase[] = [];
  for (const group of groups) {
    const began = Date.now();
    const tried = await group(probe);
    const durationMs = Date.now() - began;
    cases.push(...tried.map((one) => ({ ...one, durationMs })));
  }
  return cases;
}

type Attempt = Readonly<{ number: number; tools: readonly string[] }> &
  Partial<Readonly<{ conversationId: string; resume: boolean; heardBefore: readonly number[] }>>;

function open(probe: Probe, { number, tools, heardBefore = [], ...more }: Attempt): Promise<Talk> {
  const { agent, command, home, folders, env, uuid } = probe;
  const conversation = { conversationId: more.conversationId ?? uuid(), resume: more.resume ?? false };
  const launch = probeLaunch({ number, folders, command, model: home.model, tools, ...conversation });
  return openTalk({ agent, launch, env, heardBefore });
}

async function tryConversation(probe: Probe): Promise<readonly CaseResult[]> {
  const ours = probe.uuid();
  probe.model.play([{ say: HELLO }]);
  const talk = await open(probe, { number: 1, tools: ['Bash'], conversationId: ours });
  const ended = await talk.waitFor(isEnd, TURN_MS);
  const heardAt = Date.now();
  const first = judgeTurn(probe.agent, talk, ended);
  const second = ended?.ok ? await tryTwoWay(probe, talk) : skipped('two-way', 'its first turn failed');
  await talk.end();
  const named = talk.facts().flatMap((fact) => (fact.kind === 'began' ? [fact.conversationId] : []));
  const conversationId = named.findLast((id) => id !== null) ?? ours;
  const resumed = ended?.ok
    ? await tryResume(probe, conversationId, heardAt)
    : skipped('resume', 'its first turn failed');
  return [...first, second, resumed];
}

type TurnEndFact = Extract<AgentFact, { kind: 'turn-ended' }> | undefined;

function judgeTurn({ can }: Agent, talk: Talk, ended: TurnEndFact): readonly CaseResult[] {
  const said = talk.facts().flatMap((fact) => (fact.kind === 'said' ? [fact.text] : []));
  const text = `${said.join('')}${ended?.text ?? ''}`;
  if (!ended?.ok) return [found('turn', false, failureText(talk, ended))];
  const steps = talk.facts().flatMap((fact) => (fact.kind === 'spent' ? [fact] : []));
  const tokens = [ended, ...steps].reduce((sum, one) => sum + one.inputTokens + one.outputTokens, 0);
  const paid =
    (ended.turnCostUsd ?? ended.processCostUsd ?? 0) + steps.reduce((sum, one) => sum + one.costUsd, 0);
  const cost =
    paid > 0 || can.tellsCost
      ? found('cost', paid > 0, paid > 0 ? 'tells what it costs' : 'told no cost')
      : skipped('cost', 'its adapter says that it tells none');
  return [
    found(
      'turn',
      text.includes(HELLO),
      text.includes(HELLO) ? 'answered' : `said other words: ${text.slice(0, 80)}`,
    ),
    found('usage', tokens > 0, tokens > 0 ? `${tokens} tokens` : 'told no tokens'),
    cost,
  ];
}

const failureText = (talk: Talk, ended: TurnEndFact): string =>
  [
    ended === undefined ? 'its turn did not end' : `${ended.problem}: ${ended.text}`,
    talk.complaint().split('\n').at(-1) ?? '',
  ]
    .filter((part) => part !== '')
    .join('; ');

async function tryTwoWay({ agent, model }: Probe, talk: Talk): Promise<CaseResult> {
  if (!agent.can.manyTurns) return skipped('two-way', 'its adapter starts a process for each turn');
  model.play([{ say: 'And again.' }]);
  talk.hand(probeTurn(11));
  const before = talk.facts().filter(isEnd)[0];
  const second = await talk.waitFor(
    (fact): fact is Extract<AgentFact, { kind: 'turn-ended' }> => isEnd(fact) && fact !== before,
    TURN_MS,
  );
  const isRemembered = model.asked()[0]?.includes('heliotrope') ?? false;
  if (!second?.ok) return found('two-way', false, failureText(talk, second));
  return found('two-way', isRemembered, isRemembered ? 'two turns in one process' : 'forgot its first turn');
}

async function tryResume(probe: Probe, conversationId: string, heardAt: number): Promise<CaseResult> {
  if (!probe.agent.can.resume) return skipped('resume', 'its adapter says that it cannot');
  probe.model.play([{ say: 'Back again.' }]);
  const at = { number: 2, tools: ['Bash'], conversationId, resume: true, heardBefore: [heardAt] };
  const talk = await open(probe, at);
  const ended = await talk.waitFor(isEnd, RESUME_MS);
  await talk.end();
  const isRemembered = probe.model.asked()[0]?.includes('heliotrope') ?? false;
  if (!ended?.ok) return found('resume', false, failureText(talk, ended));
  return found('resume', isRemembered, isRemembered ? 'a second process goes on' : 'forgot the conversation');
}

async function tryTool(probe: Probe): Promise<readonly CaseResult[]> {
  const { model, home } = probe;
  model.play([{ use: home.shell('echo tool > tool.txt') }, { say: 'Done.' }]);
  const talk = await open(probe, { number: 3, tools: ['Bash'] });
  const ended = await talk.waitFor(isEnd, TURN_MS);
  await talk.end();
  if (!ended?.ok) return [found('tool', false, failureText(talk, ended))];
  const isMade = await hasFile(probe, 'tool.txt');
  return [found('tool', isMade, isMade ? 'ran a command that its persona allows' : 'ran nothing')];
}

async function tryPermission(probe: Probe): Promise<readonly CaseResult[]> {
  const { agent, model, home } = probe;
  if (!agent.can.asksPermission) return [skipped('permission', 'its adapter says that it cannot ask')];
  model.play([{ use: home.shell('echo asked > asked.txt') }, { say: 'Done.' }]);
  const talk = await open(probe, { number: 4, tools: [] });
  const asked = await talk.waitFor(isAsked, TURN_MS);
  const isTooEarly = await hasFile(probe, 'asked.txt');
  if (asked) talk.allow(asked.requestId);
  const ended = asked ? await talk.waitFor(isEnd, TURN_MS) : undefined;
  await talk.end();
  if (!asked || isTooEarly) return [found('permission', false, 'did not ask before it ran a command')];
  if (!ended?.ok) return [found('permission', false, failureText(talk, ended))];
  const isMade = await hasFile(probe, 'asked.txt');
  return [found('permission', isMade, isMade ? 'asks, and obeys a yes' : 'did not do what was allowed')];
}

async function tryCancel(probe: Probe): Promise<readonly CaseResult[]> {
  const { agent, model, home, folders } = probe;
  if (!agent.protocol) return [skipped('cancel', 'an interrupt ends its process')];
  model.play([{ use: home.shell('touch begun.txt; sleep 600') }, { say: 'Done.' }]);
  const talk = await open(probe, { number: 5, tools: ['Bash'] });
  await waitInFolder(folders.workDir, { withinMs: TURN_MS }, () => hasFile(probe, 'begun.txt'));
  const began = Date.now();
  talk.cancel();
  const ended = await talk.waitFor(isEnd, CANCEL_MS);
  const tookMs = Date.now() - began;
  await talk.end();
  const isCancelled = ended?.problem === 'cancelled';
  return [
    found('cancel', isCancelled, isCancelled ? `broken off in ${tookMs} ms` : failureText(talk, ended)),
  ];
}

const hasFile = ({ folders }: Probe, name: string): Promise<boolean> =>
  access(join(folders.workDir, name)).then(
    () => true,
    () => false,
  );
