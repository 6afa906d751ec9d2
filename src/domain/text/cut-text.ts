/** The beginning of a text, and how much of it is not there. */
export function cutText(text: string, limit: number): string {
  const letters = [...text];
  const left = letters.length - limit;
  return left <= 0 ? text : `${letters.slice(0, limit).join('')}… ${left} more characters`;
}
