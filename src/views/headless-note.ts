/** Below the pane of a headless agent: what a person types there reaches no one. */
export const renderHeadlessNote = (id: string): string =>
  `Headless: this pane only shows. To type: swarm attach --take-over ${id}`;
