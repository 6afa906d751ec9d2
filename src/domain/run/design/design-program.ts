import { decideRecovery, lossCause, type RunErrorCause, recordOf } from '../error-handling.ts';
import type { MessageFact, RunFact, RunProgram } from '../program.ts';
import { killRoles } from '../time-used-up.ts';
import { MESSAGES_MOST } from '../workflow/apply-message.ts';
import { failUnlessRecovered } from '../workflow/handle-error.ts';
import { ownValue, type WorkflowState, withRole } from '../workflow/state.ts';
import { feedbackText } from '../workflow/words.ts';
import { EMPTY } from '../workflow/workflow-program.ts';
import { applyAnswer, askPerson, end, firstTurn, passOn } from './ask-about-design.ts';
import {
  ARCHITECT,
  type DesignDefinition,
  type DesignMove,
  type DesignState,
  ordering,
  PHASES,
  VERIFIER,
  withProgress,
} from './design-state.ts';
import { backToArchitect, enterWith, verify } from './give-turn.ts';
import { askHelper, deliverHelp, isHelpAwaited, isHelper, missHelp } from './helpers.ts';
import { judgeSubmission, missingHelp, type SubmittedFact } from './submission.ts';
import { adviceText, changesText, findingsText, NUDGES } from './words.ts';

/** The design of a plan, from what was talked over to a version that a person approved. */
export const designProgram = (definition: DesignDefinition): RunProgram<WorkflowState> => ({
  start: (goal) => closed(firstTurn(begin(definition, goal))),
  // What a design remembers was made here.
  advance: (state, fact) => closed(advance(definition, state as DesignState, fact)),
});

const closed = ({ state, orders }: DesignMove) => ({ state, orders });

function begin(definition: DesignDefinition, goal: string): DesignMove {
  const roles = definition.roles.map(({ name }) => name);
  const state: DesignState = {
    ...EMPTY,
    goal,
    roles: Object.fromEntries(roles.map((role) => [role, 'open' as const])),
    stageCount: definition.stages.length,
    design: {
      phase: 'designing',
      turn: 0,
      version: 0,
      unsound: 0,
      extraTries: 0,
      told: '',
      isAdvised: false,
      helpers: {},
      drawing: '',
      approval: '',
      rounds: 0,
      reports: [],
    },
  };
  const opening = roles.map((role) => ({ is: 'open-session' as const, role }));
  return { definition, state, orders: [{ is: 'set-deadline', afterMs: null }, ...opening] };
}

function advance(definition: DesignDefinition, state: DesignState, fact: RunFact): DesignMove {
  const move: DesignMove = { definition, state, orders: [] };
  if (state.ended !== null) return move;
  switch (fact.is) {
    case 'submitted':
      return applySubmitted(move, fact);
    case 'message':
      return applyMessage(move, fact);
    case 'turn-ended':
      return applySilence(move, fact.role, fact.round);
    case 'session-ended':
      return applyEnd(move, fact);
    case 'answered':
      return applyAnswer(move, fact);
    // Only plans have tasks.
    case 'task-retried':
    case 'criteria-run':
    case 'notes-escalated':
    case 'note-routed':
    case 'note-answered':
    case 'note-told':
    case 'plan-proposed':
    case 'plan-changed':
      return move;
    case 'role-wanted':
      return ordering(move, { is: 'open-session', role: fact.role });
    case 'deadline-passed':
      return killRoles(end(move, { success: false, why: 'the time of the design is used up' }));
    case 'faulted': {
      const error = { cause: 'fault', role: null, message: fact.message } as const;
      const next = failUnlessRecovered({ workflow: definition, state }, error, fact);
      return { ...move, state: { ...state, ...next.state }, orders: next.orders };
    }
  }
}

function applySubmitted(move: DesignMove, fact: SubmittedFact): DesignMove {
  const { unsound } = move.state.design;
  const { version, told, drawing, approval } = fact;
  switch (judgeSubmission(move.state, fact)) {
    case 'refused':
      return move;
    case 'unsound':
      return withProgress(move, { unsound: unsound + 1, told });
    case 'asked': {
      const text = `The architect handed in ${unsound + 1} unsound versions in a row.\n${told}`;
      return askPerson(withProgress(move, { unsound: unsound + 1, told }), { asks: 'tries', text });
    }
    case 'advised': {
      const advice = adviceText(version, missingHelp(move.state));
      return withProgress(supersede(move), { version, unsound: 0, isAdvised: true, told: advice });
    }
    case 'accepted':
      return verify(withProgress(supersede(move), { version, unsound: 0, told: '', drawing, approval }));
  }
}

/** The version before this one is out of the question. */
function supersede(move: DesignMove): DesignMove {
  const { version } = move.state.design;
  if (version === 0) return move;
  const why = 'a later version took its place';
  return ordering(move, { is: 'step-version', version, event: 'supersede', why });
}

function applyMessage(move: DesignMove, fact: MessageFact): DesignMove {
  const { state } = move;
  if (state.seen.includes(fact.id)) return move;
  if (state.seen.length >= MESSAGES_MOST)
    return end(move, { success: false, why: `the roles sent more than ${MESSAGES_MOST} messages` });
  const known: DesignMove = { ...move, state: { ...state, seen: [...state.seen, fact.id] } };
  if (fact.from === ARCHITECT && isHelper(fact.to)) return askHelper(known, fact.to, fact);
  if (isHelper(fact.from) && (fact.to === ARCHITECT || fact.to === null)) return deliverHelp(known, fact);
  if (fact.from === VERIFIER && fact.type === 'review') return judge(known, fact);
  const isThere = fact.to !== null && fact.to !== fact.from && ownValue(state.roles, fact.to) === 'open';
  return isThere ? ordering(known, { is: 'deliver', to: fact.to ?? '', messageId: fact.id }) : known;
}

/** A verdict counts for the version that it was asked for. */
function judge(move: DesignMove, fact: MessageFact): DesignMove {
  const { design, pending, extraRounds } = move.state;
  const isOfTurn = fact.round === null || fact.round === design.turn;
  if (design.phase !== 'verifying' || pending !== null || !isOfTurn || fact.verdict === null) return move;
  const { version } = design;
  const rounds = design.rounds + 1;
  const number = design.reports.length + 1;
  const report = { round: number, version, messageId: fact.id, verdict: fact.verdict };
  const kept = withProgress(move, { rounds, reports: [...design.reports, report] });
  const feedback = feedbackText(fact);
  const judged: DesignMove = { ...kept, state: { ...kept.state, feedback } };
  if (fact.verdict === 'approved') {
    const why = 'the design verifier approved it';
    return passOn(ordering(judged, { is: 'step-version', version, event: 'verify', why }));
  }
  if (fact.verdict === 'blocked') {
    const text = `The design verifier needs a decision about version ${version}: ${fact.body}`;
    return askPerson(judged, { asks: 'blocked', text });
  }
  if (rounds < move.definition.design.rounds + extraRounds)
    return backToArchitect(judged, changesText(version, feedback));
  const text = `The design was judged ${rounds} times and still needs changes.\n${feedback}`;
  return askPerson(judged, { asks: 'rounds', text });
}

/** A turn that ends without what the design needs is followed by a word, not by silence. */
function applySilence(move: DesignMove, role: string, round: number | null): DesignMove {
  if (isHelper(role)) return missHelp(move, role, round);
  const { design, pending, nudges } = move.state;
  const isCurrent = PHASES[design.phase].role === role && (round === null || round === design.turn);
  if (!isCurrent || pending !== null) return move;
  if (role === ARCHITECT && isHelpAwaited(move)) return move;
  if (role === ARCHITECT && design.told !== '') return backToArchitect(move, findingsText(design.told));
  const facts = { strategy: 'ask', isOptional: false, nudges, isPassing: false } as const;
  if (decideRecovery('role-silent', facts) !== 'nudge')
    return lose(move, { role, why: `${role} said nothing that the design needs`, cause: 'role-silent' });
  const text = role === ARCHITECT ? NUDGES.architect : NUDGES.verifier;
  const reminded = enterWith(move, design.phase, text);
  return { ...reminded, state: { ...reminded.state, nudges: nudges + 1 } };
}

type SessionEndFact = Extract<RunFact, { is: 'session-ended' }>;

/** A session is over. One that ended well is opened again when its role is needed. */
function applyEnd(move: DesignMove, fact: SessionEndFact): DesignMove {
  const { role, ending, reason } = fact;
  if (ownValue(move.state.roles, role) !== 'open') return move;
  if (ending !== 'completed')
    return lose(move, { role, why: `${role} is lost: ${ending}, ${reason}`, cause: lossCause(fact) });
  return applySilence({ ...move, state: withRole(move.state, role, 'closed') }, role, null);
}

type Loss = Readonly<{ role: string; why: string; cause: RunErrorCause }>;

/** A person says how the design goes on, where it waits for the role that is lost. */
function lose(move: DesignMove, { role, why, cause }: Loss): DesignMove {
  const wasOpen = ownValue(move.state.roles, role) === 'open';
  const error = recordOf({ cause, role, message: why }, 'ask');
  const recorded = ordering(move, { is: 'record-error', ...error });
  const ended =
    wasOpen && cause === 'role-silent' ? ordering(recorded, { is: 'end-session', role }) : recorded;
  const lost: DesignMove = { ...ended, state: withRole(ended.state, role, 'lost') };
  if (isHelper(role)) return missHelp(lost, role, null);
  const { design, pending } = lost.state;
  if (PHASES[design.phase].role !== role || pending !== null) return lost;
  return askPerson(lost, { asks: 'lost', text: `${why}. How shall the design go on?` });
}
