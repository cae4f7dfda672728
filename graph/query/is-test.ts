import type { CodeEntity } from '../domain/entity.ts';

/** Whether a path is that of tests or what belongs to them, by the names that pytest, unittest and Django look for. */
export const isTestPath = (path: string): boolean =>
  path
    .split('/')
    .some((part) => /^tests?$|^test_.{0,200}\.py$|_tests?\.py$|^tests?\.py$|^conftest\.py$/.test(part));

const testFile = /(?:^|\/)(?:tests?(?:_[^/]*)?|[^/]*_tests?)\.py$/;

/** A file that a runner collects tests from, by the customs of pytest and unittest; not a helper beside it. */
export const isTestFile = (path: string): boolean => testFile.test(path);

/** A function or method with the name of a test; whether a runner collects it depends on its file too. */
export const isTest = ({ kind, name }: CodeEntity): boolean => kind === 'method' && /^test/i.test(name);
