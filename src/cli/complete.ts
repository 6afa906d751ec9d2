import type { Command } from './command.ts';
import { COMMANDS, findCommand } from './command-table.ts';
import type { Offers } from './flag.ts';
import { GLOBAL_FLAGS, splitLeading } from './global-flags.ts';
import type { Host } from './host.ts';

export const SHELLS = ['bash', 'zsh', 'fish'] as const;
export type Shell = (typeof SHELLS)[number];

const SESSIONS_OFFERED = 100;
const WORK_OFFERED = 100;
/** A line that begins with this asks the shell for its own names of files or folders. */
const FILES = ':files';
const FOLDERS = ':folders';

/** What may stand in the place of the last of these words. */
export async function listOffers(host: Host, words: readonly string[]): Promise<readonly string[]> {
  const typed = words.at(-1) ?? '';
  const before = splitLeading(words.slice(0, -1)).words;
  const found = findCommand(before);
  const offers = found
    ? await offersOf(host, await found.entry.load(), { before: found.rest, typed })
    : namesAfter(before);
  return offers.filter((offer) => offer.startsWith(':') || offer.startsWith(typed));
}

function namesAfter(before: readonly string[]): readonly string[] {
  const prefix = before.length === 0 ? '' : `${before.join(' ')} `;
  const names = Object.keys(COMMANDS).filter((name) => name.startsWith(prefix));
  return [...new Set(names.map((name) => name.slice(prefix.length).split(' ')[0] ?? ''))];
}

type Typing = Readonly<{ before: readonly string[]; typed: string }>;

async function offersOf(host: Host, command: Command, { before, typed }: Typing): Promise<readonly string[]> {
  const flags = [...command.flags, ...GLOBAL_FLAGS];
  const last = before.at(-1) ?? '';
  const open = flags.find(
    ({ name, short, value }) => value !== undefined && (last === `--${name}` || last === `-${short}`),
  );
  if (open) return resolve(host, open.offers);
  if (typed.startsWith('-')) return flags.map(({ name }) => `--${name}`);
  const count = before.filter((word) => !word.startsWith('-')).length;
  const word = command.words[Math.min(count, command.words.length - 1)];
  const isPast = word === undefined || (count >= command.words.length && !word.gather);
  // "personas" is a command of its own and the beginning of another one.
  const further = before.length === 0 ? namesAfter(command.name.split(' ')) : [];
  return [...further, ...(isPast ? [] : await resolve(host, word.offers))];
}

async function resolve(host: Host, offers: Offers | undefined): Promise<readonly string[]> {
  if (offers === undefined) return [];
  if (typeof offers !== 'string') return offers;
  switch (offers) {
    case 'file':
      return [FILES];
    case 'folder':
      return [FOLDERS];
    case 'persona':
      return host.personaNames();
    case 'workflow':
      return host.workflowNames();
    case 'plan':
      return host.planNames();
    case 'setting':
      return listSettings(host);
    case 'session':
      return listSessionIds(host);
    case 'target':
      return [...(await listRunIds(host)), ...(await listSessionIds(host))];
    case 'run':
      return listRunIds(host);
    case 'question':
      return listQuestionIds(host);
    case 'work':
      return listWorkIds(host);
    case 'schedule':
      return listScheduleIds(host);
  }
}

async function listSettings(host: Host): Promise<readonly string[]> {
  const config = await host.ask('config.show', {});
  return config.ok ? config.value.resolved.shown.map(({ key }) => `${key}=`) : [];
}

async function listSessionIds(host: Host): Promise<readonly string[]> {
  const outcome = await host.ask('session.list', { archived: false, limit: SESSIONS_OFFERED });
  return outcome.ok ? outcome.value.sessions.map(({ id }) => id) : [];
}

async function listRunIds(host: Host): Promise<readonly string[]> {
  const outcome = await host.ask('run.list', { isLive: true, limit: SESSIONS_OFFERED });
  return outcome.ok ? outcome.value.runs.map(({ id }) => id) : [];
}

async function listQuestionIds(host: Host): Promise<readonly string[]> {
  const outcome = await host.ask('question.list', { all: false });
  return outcome.ok ? outcome.value.map(({ id }) => id) : [];
}

async function listWorkIds(host: Host): Promise<readonly string[]> {
  const outcome = await host.ask('queue.export', { open: true });
  return outcome.ok ? outcome.value.slice(0, WORK_OFFERED).map(({ work }) => work.id) : [];
}

async function listScheduleIds(host: Host): Promise<readonly string[]> {
  const outcome = await host.ask('schedule.list', {});
  return outcome.ok ? outcome.value.map(({ id }) => id) : [];
}

/** The script that a shell loads. Commands come from the table at once; everything else is asked for. */
export function renderCompletion(shell: Shell): string {
  const names = namesAfter([]).join(' ');
  return SCRIPTS[shell].replaceAll('@NAMES@', names);
}

const SCRIPTS: Readonly<Record<Shell, string>> = {
  bash: `# Completion of swarm for bash.
_swarm() {
  local current="\${COMP_WORDS[COMP_CWORD]}" offer
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ] && [ "\${current#-}" = "$current" ]; then
    COMPREPLY=($(compgen -W '@NAMES@' -- "$current"))
    return
  fi
  while IFS= read -r offer; do
    case $offer in
      ${FILES}) COMPREPLY+=($(compgen -f -- "$current")) ;;
      ${FOLDERS}) COMPREPLY+=($(compgen -d -- "$current")) ;;
      ?*) COMPREPLY+=("$offer") ;;
    esac
  done < <("\${COMP_WORDS[0]}" __complete -- "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
complete -o filenames -F _swarm swarm
`,
  zsh: `#compdef swarm
# Completion of swarm for zsh.
_swarm() {
  local -a offers plain
  if (( CURRENT == 2 )) && [[ $words[CURRENT] != -* ]]; then
    compadd -- @NAMES@
    return
  fi
  offers=("\${(@f)$($words[1] __complete -- "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  plain=("\${(@)offers:#:*}")
  (( \${#plain} )) && [[ -n $plain[1] ]] && compadd -- "\${(@)plain}"
  [[ $offers[(r)${FILES}] == ${FILES} ]] && _files
  [[ $offers[(r)${FOLDERS}] == ${FOLDERS} ]] && _files -/
}
(( $+functions[compdef] )) && compdef _swarm swarm
`,
  fish: `# Completion of swarm for fish.
function __swarm_offers
  set -l words (commandline -opc) (commandline -ct)
  for offer in ($words[1] __complete -- $words[2..-1] 2>/dev/null)
    switch $offer
      case '${FILES}'
        __fish_complete_path (commandline -ct)
      case '${FOLDERS}'
        __fish_complete_directories (commandline -ct)
      case '*'
        echo $offer
    end
  end
end
complete -c swarm -f
complete -c swarm -n 'test (count (commandline -opc)) -eq 1' -a '@NAMES@'
complete -c swarm -n 'test (count (commandline -opc)) -gt 1' -a '(__swarm_offers)'
`,
};
