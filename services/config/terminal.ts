/** Whether colours are wanted on a terminal: not with NO_COLOR (no-color.org), nor on a dumb terminal. */
export function coloursWanted(): boolean {
  const { NO_COLOR, TERM } = process.env;
  return !NO_COLOR && TERM !== 'dumb';
}
