import { APPROVAL_OPTIONS, readApproval, STOP_DESIGN } from '../../plan/version/approval-answer.ts';
import { ask, finish } from '../workflow/ending.ts';
import { type DesignMove, type DesignQuestion, enterPhase, ordering, withProgress } from './design-state.ts';
import { backToArchitect, verify } from './give-turn.ts';
import { answeredText, architectText, changesText, findingsText, rejectedText } from './words.ts';

export const ONE_MORE_TRY = 'one more try';
export const ONE_MORE_ROUND = 'one more round';
export const ACCEPT = 'accept as it is';
export const START_AGAIN = 'start it again';

/** What a person can say to each sort of question; none: any words. */
const OPTIONS: Readonly<Record<DesignQuestion['asks'], readonly string[]>> = {
  tries: [ONE_MORE_TRY, STOP_DESIGN],
  rounds: [ONE_MORE_ROUND, ACCEPT, STOP_DESIGN],
  blocked: [],
  lost: [START_AGAIN, STOP_DESIGN],
  approval: APPROVAL_OPTIONS,
};

type Asking = Readonly<{ asks: DesignQuestion['asks']; text: string }>;

export function askPerson(move: DesignMove, { asks, text }: Asking): DesignMove {
  const { version } = move.state.design;
  const approves = asks === 'approval' ? { approves: version } : {};
  const asked = ask(move.state, { about: 'design', asks, text, options: OPTIONS[asks] });
  const orders = asked.orders.map((order) => (order.is === 'ask' ? { ...order, ...approves } : order));
  return ordering({ ...move, state: { ...move.state, ...asked.state } }, ...orders);
}

/** A design that passed: a person decides, or has decided before. */
export function passOn(move: DesignMove): DesignMove {
  const { version, approval } = move.state.design;
  if (!move.definition.design.isUnattended) {
    return askPerson(enterPhase(move, 'approving'), { asks: 'approval', text: approval });
  }
  const why = 'approved by itself: the design was started with --yes';
  const step = { is: 'step-version' as const, version, event: 'approve' as const, why };
  return end(ordering(enterPhase(move, 'approving'), step), { success: true, why: approvedText(version) });
}

const approvedText = (version: number): string => `version ${version} is approved`;

export function end(move: DesignMove, how: Readonly<{ success: boolean; why: string }>): DesignMove {
  const { passed, ...state } = move.state;
  const behind = how.success ? move.definition.stages.map(({ name }) => name) : passed;
  const ended = finish({ ...state, passed: behind }, how);
  return ordering({ ...move, state: { ...move.state, ...ended.state } }, ...ended.orders);
}

type Answer = Readonly<{ question: number; answer: string }>;

/** A person has answered. What is none of the answers on offer is asked again. */
export function applyAnswer(move: DesignMove, { question, answer }: Answer): DesignMove {
  const { pending } = move.state;
  if (pending?.about !== 'design' || pending.question !== question) return move;
  const open: DesignMove = { ...move, state: { ...move.state, pending: null } };
  if (pending.asks === 'approval') return decide(open, answer) ?? askPerson(open, pending);
  const isOffered = pending.options.length === 0 || pending.options.includes(answer);
  return isOffered ? settle(open, pending, answer) : askPerson(open, pending);
}

/** Null for words that decide nothing. */
function decide(move: DesignMove, answer: string): DesignMove | null {
  const said = readApproval(answer);
  const { version } = move.state.design;
  switch (said?.is) {
    case 'approve':
      return end(move, { success: true, why: approvedText(version) });
    case 'stop':
      return end(move, { success: false, why: 'stopped by a person' });
    case 'reject': {
      const anew = withProgress(move, { version: 0, rounds: 0, unsound: 0, extraTries: 0 });
      const state = { ...anew.state, extraRounds: 0 };
      return backToArchitect({ ...anew, state }, rejectedText(version, said.words));
    }
    default:
      return null;
  }
}

function settle(move: DesignMove, { asks, text }: DesignQuestion, answer: string): DesignMove {
  const { design, extraRounds, feedback } = move.state;
  if (answer === STOP_DESIGN && asks !== 'blocked')
    return end(move, { success: false, why: 'stopped by a person' });
  switch (asks) {
    case 'tries':
      return backToArchitect(
        withProgress(move, { extraTries: design.extraTries + 1 }),
        findingsText(design.told),
      );
    case 'rounds': {
      if (answer === ACCEPT) return passOn(move);
      const state = { ...move.state, extraRounds: extraRounds + 1 };
      return backToArchitect({ ...move, state }, changesText(design.version, feedback));
    }
    case 'lost':
      return startAgain(move);
    default:
      return backToArchitect(move, answeredText(text, answer));
  }
}

/** The role that was lost goes on in another session. */
function startAgain(move: DesignMove): DesignMove {
  const { phase, told } = move.state.design;
  if (phase === 'verifying') return verify(move);
  return backToArchitect(move, told === '' ? 'Your folder holds what was there before.' : findingsText(told));
}

export const firstTurn = (move: DesignMove): DesignMove =>
  backToArchitect(move, architectText(move.definition.design));
