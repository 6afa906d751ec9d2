/** What a person is told who stops following: the work does not stop with it. */
export const goesOnText = (name: string, back: string): string => `ℹ️  ${name} goes on. Come back: ${back}\n`;
