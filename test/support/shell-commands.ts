/** The commands of a document's `sh` blocks: a block is one command, or one a line; `\` and quotes go on. */
export function shellCommands(document: string): string[] {
  const blocks = [...document.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, body = '']) => body);
  return blocks.flatMap((block) => {
    const commands: string[] = [];
    let current = '';
    for (const line of block.split('\n')) {
      current += current === '' ? line : `\n${line}`;
      const quotesOpen = current.split("'").length % 2 === 0;
      if (quotesOpen || current.endsWith('\\')) continue;
      if (current.trim() !== '') commands.push(current.trim());
      current = '';
    }
    return commands;
  });
}
