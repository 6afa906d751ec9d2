/** `conversation_summary_<task>.md`, to be filled in. */
export const renderSummaryForm = (name: string): string => `# Conversation Summary: ${name}

## What We're Trying to Accomplish
[The goal in plain language]

## Key Decisions Made
- Decision: [what was decided]
  - Rationale: [why]
  - Alternatives considered: [what we rejected and why]

## Constraints & Assumptions
- [Things we're taking as given]
- [Limitations we're working within]

## Questions Resolved
- Q: [question that came up]
- A: [how we answered it]

## Open Items
- [Things still unclear or needing resolution]

## Dependencies & Integration Points
- [What this connects to or depends on]
`;

const GOAL = /^##\s+What We['\u2019]re Trying to Accomplish\s*$/im;
const TITLE = /^#\s+(?:Conversation Summary:\s*)?(\S.*)$/m;

/** What a summary or a list is about: its section on the goal, else its title. */
export function goalOf(text: string): string | null {
  const heading = GOAL.exec(text);
  const rest = heading === null ? '' : text.slice(heading.index + heading[0].length);
  const section = rest.split(/^#/m)[0]?.trim() ?? '';
  return section || TITLE.exec(text)?.[1]?.trim() || null;
}
