import { describe, expect, it } from 'vitest';
import { imageOf, readSandboxName } from '../../../toolkit/sandbox/choice.ts';

describe('the name of a sandbox', () => {
  it.each([
    ['bubblewrap', undefined],
    ['process', undefined],
    ['docker:python', 'python'],
    ['docker:python:3.11-slim', 'python:3.11-slim'],
    [
      'docker:registry.example:5000/a/b@sha256:0123456789abcdef',
      'registry.example:5000/a/b@sha256:0123456789abcdef',
    ],
  ])('reads %s', (text, image) => {
    const name = readSandboxName(text);
    expect(name).toBe(text);
    expect(name && imageOf(name)).toBe(image);
  });

  it.each([
    '',
    'docker',
    'docker:',
    'docker:--privileged',
    'docker:a b',
    'docker:$(id)',
    'Bubblewrap',
    'none',
  ])('refuses "%s"', (text) => expect(readSandboxName(text)).toBeUndefined());
});
