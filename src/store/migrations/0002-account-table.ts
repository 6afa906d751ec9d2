/** The table of budgets takes the name that the rest of the code has for it. */
export const accountTable = (): readonly string[] => ['alter table purse rename to account'];
