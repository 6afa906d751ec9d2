/** What the agent of a plan calls a note: each task of its session begins with `note_001`. */
export const labelOfNote = (): readonly string[] => ['alter table note add column label text'];
