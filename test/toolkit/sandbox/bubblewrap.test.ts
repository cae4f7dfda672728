import { describe } from 'vitest';
import { chooseSandbox } from '../../../toolkit/sandbox/detect.ts';
import { sandboxContract } from '../../contracts/sandbox.ts';
import { lacksBubblewrap } from '../../support/requires.ts';

describe.skipIf(lacksBubblewrap())('bubblewrap', () => {
  sandboxContract('bubblewrap', () => chooseSandbox());
});
