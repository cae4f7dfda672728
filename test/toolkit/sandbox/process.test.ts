import { createProcessSandbox } from '../../../toolkit/sandbox/process.ts';
import { sandboxContract } from '../../contracts/sandbox.ts';

sandboxContract('process', async () => createProcessSandbox());
