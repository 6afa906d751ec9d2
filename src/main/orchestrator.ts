import type { AgentMessage } from '../library/agent-message.ts';
import type { AgentResults } from '../library/agent-results.ts';
import * as agents from '../library/agents.ts';
import { askVerb } from '../library/ask-verb.ts';
import { DEFAULT_CONFIG, type OrchestratorConfig, settingsOf } from '../library/config.ts';
import type { EventHandler } from '../library/event.ts';
import * as lifecycle from '../library/lifecycle.ts';
import { routeMessage } from '../library/messages.ts';
import * as monitoring from '../library/monitoring.ts';
import { initialState, isLive, type OrchestratorState } from '../library/orchestrator-state.ts';
import { agentOf, agentsOf, historyOf, pendingOf, sessionOf } from '../library/projection.ts';
import * as questions from '../library/questions.ts';
import * as results from '../library/results.ts';
import type { AgentRole, AgentStatus, ManagedAgent, Session, SessionResult } from '../library/session.ts';
import type { SessionQuestion } from '../library/session-question.ts';
import type { StartOptions, StartPlanOptions } from '../library/start-options.ts';
import type { VerbAnswer, VerbInput } from '../library/verb-call.ts';
import type { DefinedWorkflow } from '../library/workflow.ts';
import { openLibrary } from './open-library.ts';

const CAPTURED_LINES = 100;

/**
 * Runs one workflow after the other in a project, and tells what happens. It asks the same verbs as the
 * command line, so both may look after the same session at the same time. What is asked without waiting is
 * answered from the newest snapshot, which is taken whenever something changes.
 */
export class Orchestrator {
  /** What was given, over the defaults. */
  readonly config: Required<OrchestratorConfig>;
  readonly #state: OrchestratorState;

  constructor(config: OrchestratorConfig = {}) {
    settingsOf(config);
    this.config = { ...DEFAULT_CONFIG, ...config };
    this.#state = initialState(config, () => openLibrary(config, process.env));
  }

  /** Of the session that was started last. */
  get sessionId(): string {
    return this.#state.snapshot?.report.run.id ?? this.config.sessionId;
  }

  /** Starts a workflow, by its name or as `defineWorkflow` gives it. All of it is started, or nothing is. */
  startWorkflow(type: string | DefinedWorkflow, goal: string, options: StartOptions = {}): Promise<Session> {
    return lifecycle.startWorkflow(this.#state, { workflow: type, goal, options });
  }

  /** Starts a plan, by its name or the path of its plan.yaml. All of it is started, or nothing is. */
  startPlan(plan: string, options: StartPlanOptions = {}): Promise<Session> {
    return lifecycle.startPlan(this.#state, { plan, options });
  }

  /** Goes on with a session that another program, or the command line, has started. */
  attach(sessionId: string): Promise<Session> {
    return lifecycle.attach(this.#state, sessionId);
  }

  /** Resolves with the result when the session is over. */
  finished(): Promise<SessionResult> {
    return lifecycle.finished(this.#state);
  }

  /** Ends the session in good order; what it has so far is its result. */
  stop(): Promise<SessionResult> {
    return lifecycle.stop(this.#state);
  }

  /** Ends the session at once. */
  kill(): Promise<void> {
    return lifecycle.kill(this.#state);
  }

  getSession(): Session | null {
    const { snapshot } = this.#state;
    return snapshot && sessionOf(snapshot.report, snapshot.project, snapshot.result);
  }

  isRunning(): boolean {
    return isLive(this.#state);
  }

  /**
   * Starts the agent of a role again after it has ended; if it is its turn, it goes on with its task. The
   * others are started with the workflow.
   */
  spawnAgent(role: AgentRole): Promise<ManagedAgent> {
    return agents.spawnAgent(this.#state, role);
  }

  getAgent(role: AgentRole): ManagedAgent | undefined {
    const { snapshot } = this.#state;
    return snapshot ? agentOf(snapshot.report, snapshot.project, role) : undefined;
  }

  listAgents(): ManagedAgent[] {
    const { snapshot } = this.#state;
    return snapshot ? [...agentsOf(snapshot.report, snapshot.project)] : [];
  }

  /** Tells an agent something, outside of the workflow; it becomes its next turn. */
  sendToAgent(role: AgentRole, message: AgentMessage): Promise<void> {
    return agents.sendToAgent(this.#state, role, message);
  }

  /** The last lines that an agent wrote. */
  captureAgentOutput(role: AgentRole, lines: number = CAPTURED_LINES): Promise<string> {
    return agents.captureOutput(this.#state, role, lines);
  }

  terminateAgent(role: AgentRole): Promise<void> {
    return agents.terminateAgent(this.#state, role);
  }

  /** What waits for a person: of this session and its agents, oldest first. */
  questions(): Promise<SessionQuestion[]> {
    return questions.listOpen(this.#state);
  }

  /** Answers a question, or each of its parts, as `swarm answer` does; who asked goes on. */
  answer(questionId: string, answer: string | readonly string[]): Promise<void> {
    return questions.answer(this.#state, questionId, answer);
  }

  /**
   * Asks any verb that a person may ask, such as `session.create`. It takes and answers what `swarm schema`
   * publishes, as `--json` and the HTTP API do.
   */
  ask(verb: string, input: VerbInput = {}): Promise<VerbAnswer> {
    return askVerb(this.#state, verb, input);
  }

  /** Takes a message into the workflow as if the agent of this role had sent it. */
  routeMessage(from: AgentRole, message: AgentMessage): Promise<void> {
    return routeMessage(this.#state, from, message);
  }

  /** What reached an agent and was not acted on yet. */
  getPendingMessages(role: AgentRole): AgentMessage[] {
    const { snapshot } = this.#state;
    return snapshot ? pendingOf(snapshot.report, role) : [];
  }

  getMessageHistory(): AgentMessage[] {
    const { snapshot } = this.#state;
    return snapshot ? historyOf(snapshot.report) : [];
  }

  /** Tells handlers what happens, and what happened since they were last told. On from the start. */
  startMonitoring(): void {
    monitoring.startMonitoring(this.#state);
  }

  /** Stops telling the handlers of this program. The session goes on. */
  stopMonitoring(): void {
    monitoring.stopMonitoring(this.#state);
  }

  checkAgentHealth(role: AgentRole): Promise<AgentStatus> {
    return monitoring.checkAgentHealth(this.#state, role);
  }

  /** In percent. */
  getProgress(): number {
    return this.#state.snapshot?.report.run.progress ?? 0;
  }

  /** The result; of a session that is not over, what it has so far. */
  synthesizeResults(): Promise<SessionResult> {
    return results.synthesizeResults(this.#state);
  }

  getAgentResults(role: AgentRole): Promise<AgentResults> {
    return results.getAgentResults(this.#state, role);
  }

  /** Writes the result into the session's output folder, and gives back the path of the file. */
  exportResults(format: 'json' | 'markdown'): Promise<string> {
    return results.exportResults(this.#state, format);
  }

  /**
   * Ends the session if need be, puts its worktrees and panes away, and closes the project. What was not
   * committed is kept under `refs/swarm/rescue/`; branches with commits stay.
   */
  cleanup(): Promise<void> {
    return lifecycle.cleanup(this.#state);
  }

  cleanupAgent(role: AgentRole): Promise<void> {
    return lifecycle.cleanupAgent(this.#state, role);
  }

  on(handler: EventHandler): void {
    this.#state.handlers.add(handler);
  }

  off(handler: EventHandler): void {
    this.#state.handlers.delete(handler);
  }

  /** Closes the project and leaves the session alone. */
  close(): Promise<void> {
    return lifecycle.close(this.#state);
  }
}
