import type { MissingPackage } from '../../toolkit/testing/packaging/missing.ts';
import type { TestImport } from '../../toolkit/testing/packaging/test-imports.ts';
import type { Proof } from '../../toolkit/testing/prove.ts';
import type { ProbeDocument } from '../probe.ts';
import { type Colours, printable } from './colours.ts';

const width = 12;
const shownMissing = 10;
const shownLines = 15;

/** A heading in a column of its own, the first line beside it, the rest below that. */
function section(heading: string, lines: readonly string[], colours: Colours): string[] {
  const [first = '', ...rest] = lines;
  return [
    `${colours.bold(heading.padEnd(width))}${first}`,
    ...rest.map((line) => `${' '.repeat(width)}${line}`),
  ];
}

const dim = (text: string, colours: Colours): string => colours.dim(printable(text));

function interpreterLines({ interpreter, sandbox }: ProbeDocument, colours: Colours): string[] {
  const { path, version, pytest, because } = interpreter;
  const has = pytest === null ? 'no pytest' : `pytest ${pytest}`;
  return [
    printable(`Python ${version}, ${has}: ${path}`),
    dim(because, colours),
    dim(`in ${sandbox.kind}: ${sandbox.because}`, colours),
  ];
}

function packageLines({ packaging }: ProbeDocument, colours: Colours): string[] {
  const { manager, because, files } = packaging;
  const names = files.map(({ path, kind }) => (kind === 'lock' ? `${path} (lock)` : path));
  const read = names.length > 0 ? [dim(names.join(', '), colours)] : [];
  return [manager, dim(because, colours), ...read];
}

function runnerLines({ runner, settings }: ProbeDocument, colours: Colours): string[] {
  const { kind, command, directory, env, report, because } = runner;
  const variables = Object.entries(env).map(([name, value]) => `${name}=${value}`);
  const where = directory === '.' ? '' : `  (in ${directory})`;
  return [
    `${colours.cyan(kind)}  ${printable(command + where)}`,
    ...(variables.length > 0 ? [dim(`with ${variables.join(' ')}`, colours)] : []),
    ...(report === null ? [] : [dim(`reads ${report}`, colours)]),
    dim(because, colours),
    ...(settings.length > 0 ? [dim(`settings of ${settings.join(', ')}`, colours)] : []),
  ];
}

const packageLine = ({ requirement, found, from, purpose }: MissingPackage, colours: Colours): string => {
  const there = found === null ? '' : `, ${found} is there`;
  const source = `${purpose === 'tests' ? 'for tests, ' : ''}${from}`;
  return `${colours.yellow(printable(requirement))}${printable(there)}  ${dim(source, colours)}`;
};

const importLine = ({ module, file, files }: TestImport, colours: Colours): string => {
  const source = `${file}${files > 1 ? ` and ${files - 1} more` : ''}`;
  return `${colours.yellow(`import ${printable(module)}`)}  ${dim(source, colours)}`;
};

function missingLines({ missing }: ProbeDocument, colours: Colours): string[] {
  if (missing === null) return ['the interpreter did not say what it has'];
  const { packages, imports, checked, advice } = missing;
  const lines = [
    ...imports.map((each) => importLine(each, colours)),
    ...packages.map((each) => packageLine(each, colours)),
  ];
  if (lines.length === 0)
    return [
      checked === 0 ? 'nothing; no file names what it needs' : `nothing; ${checked} requirements are met`,
    ];
  const left = lines.length - shownMissing;
  return [
    ...lines.slice(0, shownMissing),
    ...(left > 0 ? [dim(`… and ${left} more; --json lists them all`, colours)] : []),
    ...(advice ? [`to do: ${printable(advice)}`] : []),
  ];
}

function proofLines({ test, tries, note, outcome, outputTail }: Proof, colours: Colours): string[] {
  const paint = outcome === 'passed' ? colours.green : outcome === 'ran' ? colours.yellow : colours.red;
  const ran = tries.map(
    ({ ran, end, tests, seconds }) =>
      `ran ${ran}: ${tests} tests in ${seconds.toFixed(1)} s${end === 'finished' ? '' : `, ${end}`}`,
  );
  const shown = test
    ? [`${paint(test.status)}  ${printable(test.id)}  in ${test.seconds.toFixed(3)} s`]
    : [paint('no test ran')];
  const why =
    outcome === 'passed' || !test?.message ? [] : printable(test.message).split('\n').slice(0, shownLines);
  const printed =
    outcome === 'none' && why.length === 0 ? printable(outputTail).split('\n').slice(-shownLines) : [];
  return [
    ...shown,
    ...(test?.printed ? [dim(`printed as ${test.printed}`, colours)] : []),
    ...ran.map((line) => dim(line, colours)),
    ...(note ? [printable(note)] : []),
    ...why.map((line) => `  ${line}`),
    ...(printed.join('') === '' ? [] : ['it printed:', ...printed.map((line) => `  ${line}`)]),
  ];
}

const verdicts: Readonly<Record<Proof['outcome'], string>> = {
  passed: 'The tests can run.',
  ran: 'Tests run, though none of those that were tried passes.',
  none: 'No test is known to run. Install what is missing, or say how the tests run with --python, --test or mendgraph.yaml.',
};

/** For people: what was found, why, what is missing, and the proof. */
export function renderProbe(document: ProbeDocument, colours: Colours): string {
  const { proof } = document;
  return [
    ...section('Interpreter', interpreterLines(document, colours), colours),
    ...section('Packages', packageLines(document, colours), colours),
    ...section('Runner', runnerLines(document, colours), colours),
    ...section('Missing', missingLines(document, colours), colours),
    ...section('Proof', proofLines(proof, colours), colours),
    '',
    colours.bold(verdicts[proof.outcome]),
    '',
  ].join('\n');
}
