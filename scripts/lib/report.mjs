/** Ends the script with a message and what to do about it. */
export class SetupError extends Error {
  constructor(message, hint) {
    super(message);
    this.hint = hint;
  }
}

export function say(text) {
  process.stderr.write(`setup: ${text}\n`);
}

/** Runs a script's main function; a `SetupError` ends it with exit code 1 and its hint. */
export async function runScript(main) {
  try {
    await main();
  } catch (error) {
    process.stderr.write(`setup: ${error.message}\n`);
    if (error.hint) process.stderr.write(`  ${error.hint}\n`);
    if (!(error instanceof SetupError)) process.stderr.write(`${error.stack}\n`);
    process.exitCode = 1;
  }
}
