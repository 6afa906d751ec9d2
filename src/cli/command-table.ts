import { UsageError } from '../contract/usage-error.ts';
import { oneLine } from '../views/one-line.ts';
import { renderSuggestion } from '../views/suggestion.ts';
import type { Command } from './command.ts';

type Entry = Readonly<{ group: string; load: () => Promise<Command> }>;

const entry = (group: string, load: Entry['load']): Entry => ({ group, load });

/** Every command by its name. Each is loaded when it is asked for: most of a start is the loading of code. */
export const COMMANDS: Readonly<Record<string, Entry>> = {
  create: entry('Sessions', async () => (await import('./commands/create.ts')).create),
  list: entry('Sessions', async () => (await import('./commands/list.ts')).list),
  top: entry('Sessions', async () => (await import('./commands/top.ts')).top),
  status: entry('Sessions', async () => (await import('./commands/status.ts')).status),
  graph: entry('Sessions', async () => (await import('./commands/graph.ts')).graph),
  attach: entry('Sessions', async () => (await import('./commands/attach.ts')).attach),
  fork: entry('Sessions', async () => (await import('./commands/fork.ts')).fork),
  'hand-back': entry('Sessions', async () => (await import('./commands/hand-back.ts')).handBack),
  logs: entry('Sessions', async () => (await import('./commands/logs.ts')).logs),
  wait: entry('Sessions', async () => (await import('./commands/wait.ts')).wait),
  result: entry('Sessions', async () => (await import('./commands/result.ts')).result),
  diff: entry('Sessions', async () => (await import('./commands/diff.ts')).diff),
  review: entry('Sessions', async () => (await import('./commands/review.ts')).review),
  pr: entry('Sessions', async () => (await import('./commands/pr.ts')).pr),
  'race list': entry('Sessions', async () => (await import('./commands/race.ts')).raceList),
  'race show': entry('Sessions', async () => (await import('./commands/race.ts')).raceShow),
  'race stop': entry('Sessions', async () => (await import('./commands/race.ts')).raceStop),
  interrupt: entry('Sessions', async () => (await import('./commands/interrupt.ts')).interrupt),
  kill: entry('Sessions', async () => (await import('./commands/kill.ts')).kill),
  retry: entry('Sessions', async () => (await import('./commands/retry.ts')).retry),
  archive: entry('Sessions', async () => (await import('./commands/archive.ts')).archive),
  restore: entry('Sessions', async () => (await import('./commands/restore.ts')).restore),

  send: entry('Talking', async () => (await import('./commands/send.ts')).send),
  inbox: entry('Talking', async () => (await import('./commands/inbox.ts')).inbox),
  messages: entry('Talking', async () => (await import('./commands/messages.ts')).messages),
  'messages show': entry('Talking', async () => (await import('./commands/messages.ts')).messagesShow),
  'messages requeue': entry('Talking', async () => (await import('./commands/messages.ts')).messagesRequeue),
  'mail send': entry('Working together', async () => (await import('./commands/mail.ts')).mailSend),
  'mail inbox': entry('Working together', async () => (await import('./commands/mail.ts')).mailInbox),
  'mail read': entry('Working together', async () => (await import('./commands/mail.ts')).mailRead),
  'mail reply': entry('Working together', async () => (await import('./commands/mail.ts')).mailReply),
  'mail ack': entry('Working together', async () => (await import('./commands/mail.ts')).mailAck),
  'mail search': entry('Working together', async () => (await import('./commands/mail.ts')).mailSearch),
  'mail thread': entry('Working together', async () => (await import('./commands/mail.ts')).mailThread),
  questions: entry('Talking', async () => (await import('./commands/questions.ts')).questions),
  'questions show': entry(
    'Talking',
    async () => (await import('./commands/questions-show.ts')).questionsShow,
  ),
  answer: entry('Talking', async () => (await import('./commands/answer.ts')).answer),
  preflight: entry('Working together', async () => (await import('./commands/preflight.ts')).preflight),
  'preflight detect': entry(
    'Working together',
    async () => (await import('./commands/preflight-inbox.ts')).preflightDetect,
  ),
  'preflight format-sessions': entry(
    'Working together',
    async () => (await import('./commands/preflight-inbox.ts')).preflightFormat,
  ),
  join: entry('Working together', async () => (await import('./commands/participants.ts')).join),
  leave: entry('Working together', async () => (await import('./commands/participants.ts')).leave),
  whoami: entry('Working together', async () => (await import('./commands/participants.ts')).whoami),
  participants: entry(
    'Working together',
    async () => (await import('./commands/participants.ts')).participants,
  ),
  heartbeat: entry('Working together', async () => (await import('./commands/participants.ts')).heartbeat),
  'take-over': entry('Working together', async () => (await import('./commands/take-over.ts')).takeOver),
  hook: entry('Working together', async () => (await import('./commands/hook.ts')).hook),
  'install-hooks': entry('Working together', async () => (await import('./commands/hooks.ts')).installHooks),
  'uninstall-hooks': entry(
    'Working together',
    async () => (await import('./commands/hooks.ts')).uninstallHooks,
  ),
  conflicts: entry('Working together', async () => (await import('./commands/conflicts.ts')).conflicts),
  reserve: entry('Working together', async () => (await import('./commands/reservations.ts')).reserve),
  release: entry('Working together', async () => (await import('./commands/reservations.ts')).release),
  reservations: entry(
    'Working together',
    async () => (await import('./commands/reservations.ts')).reservations,
  ),
  'reservations install-hook': entry(
    'Working together',
    async () => (await import('./commands/reservation-hook.ts')).reservationsInstallHook,
  ),
  'reservations uninstall-hook': entry(
    'Working together',
    async () => (await import('./commands/reservation-hook.ts')).reservationsUninstallHook,
  ),
  'escalation answer': entry(
    'Talking',
    async () => (await import('./commands/escalation.ts')).escalationAnswer,
  ),
  'escalation route': entry(
    'Talking',
    async () => (await import('./commands/escalation.ts')).escalationRoute,
  ),
  'note add': entry('Talking', async () => (await import('./commands/note.ts')).noteAdd),
  'note list': entry('Talking', async () => (await import('./commands/note.ts')).noteList),
  'note show': entry('Talking', async () => (await import('./commands/note.ts')).noteShow),
  'note resolve': entry('Talking', async () => (await import('./commands/note.ts')).noteResolve),
  'note escalate': entry('Talking', async () => (await import('./commands/note.ts')).noteEscalate),
  'notify test': entry('Talking', async () => (await import('./commands/notify-test.ts')).notifyTest),
  report: entry('Talking', async () => (await import('./commands/report.ts')).report),
  usage: entry('Talking', async () => (await import('./commands/usage.ts')).usage),
  search: entry('Talking', async () => (await import('./commands/search.ts')).search),
  events: entry('Talking', async () => (await import('./commands/events.ts')).events),

  ask: entry('For agents, inside their session', async () => (await import('./commands/ask.ts')).ask),
  done: entry('For agents, inside their session', async () => (await import('./commands/done.ts')).done),
  mcp: entry('For agents, inside their session', async () => (await import('./commands/mcp.ts')).mcp),

  start: entry('Workflows', async () => (await import('./commands/start.ts')).start),
  runs: entry('Workflows', async () => (await import('./commands/runs.ts')).runs),
  resume: entry('Workflows', async () => (await import('./commands/resume.ts')).resume),
  stop: entry('Workflows', async () => (await import('./commands/stop.ts')).stop),
  merge: entry('Workflows', async () => (await import('./commands/merge.ts')).merge),
  export: entry('Workflows', async () => (await import('./commands/export.ts')).exportRun),
  'workflow list': entry('Workflows', async () => (await import('./commands/workflow.ts')).workflowList),
  'workflow show': entry('Workflows', async () => (await import('./commands/workflow.ts')).workflowShow),
  'workflow check': entry('Workflows', async () => (await import('./commands/workflow.ts')).workflowCheck),

  'plan new': entry('Plans', async () => (await import('./commands/plan.ts')).planNew),
  'plan list': entry('Plans', async () => (await import('./commands/plan.ts')).planList),
  'plan change': entry('Plans', async () => (await import('./commands/plan-change.ts')).planChange),
  'plan check': entry('Plans', async () => (await import('./commands/plan.ts')).planCheck),
  'plan show': entry('Plans', async () => (await import('./commands/plan.ts')).planShow),
  'plan design': entry('Plans', async () => (await import('./commands/plan-design.ts')).planDesign),
  'plan approve': entry('Plans', async () => (await import('./commands/plan-approve.ts')).planApprove),
  'plan reject': entry('Plans', async () => (await import('./commands/plan-approve.ts')).planReject),
  'plan submit': entry('Plans', async () => (await import('./commands/plan-approve.ts')).planSubmit),
  'plan edit': entry('Plans', async () => (await import('./commands/plan-edit.ts')).planEdit),
  'plan status': entry('Plans', async () => (await import('./commands/plan-status.ts')).planStatus),
  'plan stop': entry('Plans', async () => (await import('./commands/plan-end.ts')).planStop),
  'plan resume': entry('Plans', async () => (await import('./commands/plan-end.ts')).planResume),
  'plan retry': entry('Plans', async () => (await import('./commands/plan-retry.ts')).planRetry),
  'plan replay': entry('Plans', async () => (await import('./commands/plan-replay.ts')).planReplay),
  'plan run': entry('Plans', async () => (await import('./commands/plan-run.ts')).planRun),

  'queue add': entry('Work queue', async () => (await import('./commands/queue-add.ts')).queueAdd),
  'queue list': entry('Work queue', async () => (await import('./commands/queue-look.ts')).queueList),
  'queue show': entry('Work queue', async () => (await import('./commands/queue-look.ts')).queueShow),
  'queue next': entry('Work queue', async () => (await import('./commands/queue-look.ts')).queueNext),
  'queue claim': entry('Work queue', async () => (await import('./commands/queue-claim.ts')).queueClaim),
  'queue progress': entry(
    'Work queue',
    async () => (await import('./commands/queue-claim.ts')).queueProgress,
  ),
  'queue release': entry('Work queue', async () => (await import('./commands/queue-claim.ts')).queueRelease),
  'queue done': entry('Work queue', async () => (await import('./commands/queue-claim.ts')).queueDone),
  'queue fail': entry('Work queue', async () => (await import('./commands/queue-claim.ts')).queueFail),
  'queue reorder': entry(
    'Work queue',
    async () => (await import('./commands/queue-reorder.ts')).queueReorder,
  ),
  'queue import': entry('Work queue', async () => (await import('./commands/queue-files.ts')).queueImport),
  'queue export': entry('Work queue', async () => (await import('./commands/queue-files.ts')).queueExport),

  loop: entry('Work queue', async () => (await import('./commands/loop.ts')).loop),
  'loop list': entry('Work queue', async () => (await import('./commands/loop-change.ts')).loopList),
  'loop stop': entry('Work queue', async () => (await import('./commands/loop-change.ts')).loopStop),
  pause: entry('Work queue', async () => (await import('./commands/pause.ts')).pause),
  unpause: entry('Work queue', async () => (await import('./commands/pause.ts')).unpause),

  'schedule add': entry('Work queue', async () => (await import('./commands/schedule-add.ts')).scheduleAdd),
  'schedule list': entry(
    'Work queue',
    async () => (await import('./commands/schedule-look.ts')).scheduleList,
  ),
  'schedule show': entry(
    'Work queue',
    async () => (await import('./commands/schedule-look.ts')).scheduleShow,
  ),
  'schedule pause': entry(
    'Work queue',
    async () => (await import('./commands/schedule-change.ts')).schedulePause,
  ),
  'schedule unpause': entry(
    'Work queue',
    async () => (await import('./commands/schedule-change.ts')).scheduleUnpause,
  ),
  'schedule run': entry(
    'Work queue',
    async () => (await import('./commands/schedule-change.ts')).scheduleRun,
  ),
  'schedule remove': entry(
    'Work queue',
    async () => (await import('./commands/schedule-change.ts')).scheduleRemove,
  ),

  dashboard: entry('Project', async () => (await import('./commands/dashboard.ts')).dashboard),
  'dashboard stop': entry('Project', async () => (await import('./commands/dashboard.ts')).dashboardStop),
  demo: entry('Project', async () => (await import('./commands/demo.ts')).demo),
  init: entry('Project', async () => (await import('./commands/init.ts')).init),
  trust: entry('Project', async () => (await import('./commands/trust.ts')).trust),
  'config show': entry('Project', async () => (await import('./commands/config-show.ts')).configShow),
  templates: entry('Project', async () => (await import('./commands/templates.ts')).templates),
  'templates show': entry('Project', async () => (await import('./commands/templates.ts')).templatesShow),
  'templates check': entry('Project', async () => (await import('./commands/templates.ts')).templatesCheck),
  'templates new': entry('Project', async () => (await import('./commands/templates.ts')).templatesNew),
  personas: entry('Project', async () => (await import('./commands/personas.ts')).personas),
  'personas new': entry('Project', async () => (await import('./commands/personas-new.ts')).personasNew),
  'personas check': entry(
    'Project',
    async () => (await import('./commands/personas-check.ts')).personasCheck,
  ),
  doctor: entry('Project', async () => (await import('./commands/doctor.ts')).doctor),
  clean: entry('Project', async () => (await import('./commands/clean.ts')).clean),
  remove: entry('Project', async () => (await import('./commands/remove.ts')).remove),
  'project moved': entry(
    'Project',
    async () => (await import('./commands/project-relocation.ts')).projectMoved,
  ),
  'project copied': entry(
    'Project',
    async () => (await import('./commands/project-relocation.ts')).projectCopied,
  ),
  'rescue list': entry('Project', async () => (await import('./commands/rescue.ts')).rescueList),
  'rescue show': entry('Project', async () => (await import('./commands/rescue.ts')).rescueShow),
  'rescue restore': entry('Project', async () => (await import('./commands/rescue.ts')).rescueRestore),

  'supervisor start': entry(
    'Supervisor',
    async () => (await import('./commands/supervisor.ts')).supervisorStart,
  ),
  'supervisor stop': entry(
    'Supervisor',
    async () => (await import('./commands/supervisor.ts')).supervisorStop,
  ),
  'supervisor restart': entry(
    'Supervisor',
    async () => (await import('./commands/supervisor.ts')).supervisorRestart,
  ),
  'supervisor status': entry(
    'Supervisor',
    async () => (await import('./commands/supervisor.ts')).supervisorStatus,
  ),
  'supervisor install': entry(
    'Supervisor',
    async () => (await import('./commands/supervisor-service.ts')).supervisorInstall,
  ),
  'supervisor uninstall': entry(
    'Supervisor',
    async () => (await import('./commands/supervisor-service.ts')).supervisorUninstall,
  ),
  'supervisor run': entry('Supervisor', async () => (await import('./commands/supervisor.ts')).supervisorRun),

  schema: entry('Shell', async () => (await import('./commands/schema.ts')).schema),
  completion: entry('Shell', async () => (await import('./commands/completion.ts')).completion),
};

/** Understood, but not shown: shorter names, and what serves the scripts of `completion`. */
export const HIDDEN_COMMANDS: Readonly<Record<string, Entry>> = {
  ls: entry('Sessions', async () => (await import('./commands/list.ts')).list),
  config: entry('Project', async () => (await import('./commands/config-show.ts')).configShow),
  __complete: entry('Shell', async () => (await import('./commands/complete-words.ts')).completeWords),
};

export type FoundCommand = Readonly<{ name: string; entry: Entry; rest: readonly string[] }>;

/** The longest name that the words begin with. */
export function findCommand(words: readonly string[]): FoundCommand | undefined {
  const all = { ...COMMANDS, ...HIDDEN_COMMANDS };
  for (const count of [2, 1]) {
    const name = words.slice(0, count).join(' ');
    const found = words.length >= count && Object.hasOwn(all, name) ? all[name] : undefined;
    if (found) return { name, entry: found, rest: words.slice(count) };
  }
  return undefined;
}

/** Commands that begin with this word, when it is the name of a group. */
export const listGroup = (word: string): readonly string[] =>
  Object.keys(COMMANDS).filter((name) => name.startsWith(`${word} `));

export const loadAll = (): Promise<readonly Command[]> =>
  Promise.all(Object.values(COMMANDS).map(({ load }) => load()));

/** The complaint about words that name no command. */
export function unknownCommand(words: readonly string[]): UsageError {
  const [first = '', second] = words;
  const group = listGroup(first);
  if (group.length > 0 && (second === undefined || second.startsWith('-'))) {
    return new UsageError(`swarm ${first} needs one more word`, { hint: `One of: ${group.join(', ')}` });
  }
  const name = group.length > 0 ? `${first} ${second}` : first;
  return new UsageError(`Unknown command: ${oneLine(name)}`, {
    hint: renderSuggestion(name, Object.keys(COMMANDS), 'All commands: swarm --help'),
  });
}
