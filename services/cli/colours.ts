import picocolors from 'picocolors';

/** Paints text for a terminal; the identity where colours are off. */
export type Colours = ReturnType<typeof picocolors.createColors>;

export const makeColours = (enabled: boolean): Colours => picocolors.createColors(enabled);

/** A git patch with added, removed and header lines painted. */
export function paintPatch(patch: string, colours: Colours): string {
  return patch
    .split('\n')
    .map((line) => {
      if (/^(diff|index|---|\+\+\+|new file|deleted file) ?/.test(line)) return colours.bold(line);
      if (line.startsWith('@@')) return colours.cyan(line);
      if (line.startsWith('+')) return colours.green(line);
      if (line.startsWith('-')) return colours.red(line);
      return line;
    })
    .join('\n');
}

/** Text of the repository must not steer the terminal; line ends and tabs stay. */
export const printable = (text: string): string => text.replace(/[^\P{Cc}\n\t]/gu, '?');
