/** As much of a tool's output as a fact holds: a person may read all of it, and a record has no bound. */
export const TOOL_TEXT_CHARS = 100_000;
