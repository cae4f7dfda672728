import type { FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MendError } from '../../../graph/kernel/errors.ts';
import { makeApp } from '../../../services/http/app.ts';
import type { RepairService } from '../../../services/http/repair-service.ts';
import type { RepairRequest, RunView } from '../../../services/http/schemas.ts';

const finished: RunView = {
  runId: 'run-1',
  state: 'finished',
  title: 'It breaks',
  repository: { path: '/srv/project' },
  createdAt: '2026-01-02T03:04:05.000Z',
  outcome: 'validated',
  patch: 'diff --git a/x.py b/x.py\n',
  locations: { files: [], entities: [] },
  candidates: [],
  seconds: 3.5,
  error: null,
};

/** Holds the runs in memory and records what was asked of it. */
function serviceDouble() {
  const runs = new Map<string, RunView>([['run-1', finished]]);
  const submitted: RepairRequest[] = [];
  const service: RepairService = {
    async submit(request) {
      if (request.repository.path === '/etc')
        throw new MendError('PATH_OUTSIDE', 'not below', { hint: 'allow it' });
      submitted.push(request);
      return 'run-2';
    },
    get: async (runId) => runs.get(runId),
    list: async ({ limit }) => ({ runs: [...runs.values()].slice(0, limit), nextCursor: null }),
    cancel: async (runId) => runs.get(runId),
    load: () => ({ running: 1, waiting: 2 }),
  };
  return { service, runs, submitted };
}

describe('the REST service', () => {
  let double: ReturnType<typeof serviceDouble>;
  let app: FastifyInstance;
  beforeEach(async () => {
    double = serviceDouble();
    app = await makeApp({ repairs: double.service, version: '1.2.3' });
  });
  afterEach(() => app.close());

  const post = (payload: unknown) =>
    app.inject({
      method: 'POST',
      url: '/v1/repairs',
      headers: { 'content-type': 'application/json' },
      payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
    });
  const valid = { issue: { title: ' It breaks ', body: 'so' }, repository: { path: '/srv/project' } };

  it('takes a repair and says where its run is', async () => {
    const reply = await post({ ...valid, options: { test: 'pytest', maxTime: 30 } });
    expect(reply.statusCode).toBe(202);
    expect(reply.json()).toEqual({ runId: 'run-2' });
    expect(reply.headers.location).toBe('/v1/repairs/run-2');
    expect(double.submitted).toEqual([
      {
        issue: { title: 'It breaks', body: 'so' },
        repository: { path: '/srv/project' },
        options: { test: 'pytest', maxTime: 30 },
      },
    ]);
  });

  it.each([
    ['no JSON', '{', 400],
    ['an empty document', {}, 400],
    ['an empty title', { ...valid, issue: { title: '  ' } }, 400],
    ['an unknown field', { ...valid, apply: true }, 400],
    ['an unknown option', { ...valid, options: { sandbox: 'process' } }, 400],
    ['a negative time', { ...valid, options: { maxTime: -1 } }, 400],
    ['a url that is none', { ...valid, issue: { title: 'x', url: 'file:///etc/passwd' } }, 400],
    ['more than a megabyte', { ...valid, issue: { title: 'x', body: 'x'.repeat(1_100_000) } }, 413],
  ])('refuses %s', async (_what, payload, status) => {
    const reply = await post(payload);
    expect(reply.statusCode).toBe(status);
    expect(reply.headers['content-type']).toContain('application/problem+json');
    expect(reply.json()).toMatchObject({ status, code: 'USAGE' });
    expect(double.submitted).toEqual([]);
  });

  it('says which field is wrong', async () => {
    const reply = await post({ ...valid, issue: { title: 7 } });
    expect(reply.json().errors).toEqual([
      { path: '/issue/title', message: expect.stringContaining('string') },
    ]);
  });

  it('refuses another content type', async () => {
    const reply = await app.inject({
      method: 'POST',
      url: '/v1/repairs',
      payload: 'x',
      headers: { 'content-type': 'text/plain' },
    });
    expect(reply.statusCode).toBe(415);
    expect(reply.json()).toMatchObject({ code: 'USAGE' });
  });

  it('passes on the code, the message and the hint of an error', async () => {
    const reply = await post({ ...valid, repository: { path: '/etc' } });
    expect(reply.statusCode).toBe(403);
    expect(reply.json()).toEqual({
      type: 'urn:mendgraph:error:PATH_OUTSIDE',
      title: 'path outside',
      status: 403,
      detail: 'not below',
      code: 'PATH_OUTSIDE',
      hint: 'allow it',
    });
  });

  it('keeps the text of an internal error to itself', async () => {
    double.service.get = async () => {
      throw new Error('password is hunter2');
    };
    const reply = await app.inject('/v1/repairs/run-1');
    expect(reply.statusCode).toBe(500);
    expect(reply.body).not.toContain('hunter2');
    expect(reply.json()).toMatchObject({ code: 'INTERNAL' });
  });

  it('gives a run, all runs and the load', async () => {
    expect((await app.inject('/v1/repairs/run-1')).json()).toEqual(finished);
    const page = (await app.inject('/v1/repairs?limit=1')).json();
    expect(page).toEqual({ runs: [expect.objectContaining({ runId: 'run-1' })], nextCursor: null });
    expect(page.runs[0]).not.toHaveProperty('patch');
    expect((await app.inject('/health')).json()).toEqual({
      status: 'ok',
      version: '1.2.3',
      running: 1,
      waiting: 2,
    });
  });

  it.each(['/v1/repairs?limit=0', '/v1/repairs?limit=x', '/v1/repairs?page=2'])('refuses %s', async (url) => {
    expect((await app.inject(url)).statusCode).toBe(400);
  });

  it('gives the patch as text', async () => {
    const reply = await app.inject('/v1/repairs/run-1/patch');
    expect(reply.headers['content-type']).toBe('text/x-diff; charset=utf-8');
    expect(reply.body).toBe(finished.patch);
  });

  it('has no patch before the end, and none where the run found none', async () => {
    double.runs.set('run-1', { ...finished, state: 'running', outcome: null, patch: null });
    expect((await app.inject('/v1/repairs/run-1/patch')).statusCode).toBe(409);
    double.runs.set('run-1', { ...finished, outcome: 'located', patch: null });
    const reply = await app.inject('/v1/repairs/run-1/patch');
    expect(reply.statusCode).toBe(404);
    expect(reply.json()).toMatchObject({ code: 'NOT_FOUND', detail: 'run run-1 ended without a patch' });
  });

  it.each(['/v1/repairs/nope', '/v1/repairs/nope/patch', '/nowhere'])('knows nothing at %s', async (url) => {
    const reply = await app.inject(url);
    expect(reply.statusCode).toBe(404);
    expect(reply.headers['content-type']).toContain('application/problem+json');
  });

  it.each([
    ['localhost:8080', 200],
    ['127.0.0.1:8080', 200],
    ['[::1]:8080', 200],
    ['evil.example:8080', 403],
    ['localhost.evil.example', 403],
  ])('on the loopback address answers a request for %s with %i', async (host, status) => {
    const local = await makeApp({ repairs: double.service, version: '1.2.3', localOnly: true });
    const reply = await local.inject({ url: '/v1/repairs', headers: { host } });
    expect(reply.statusCode).toBe(status);
    await local.close();
  });

  it('describes every route and every answer', async () => {
    const { openapi, paths, components } = (await app.inject('/openapi.json')).json();
    expect(openapi).toBe('3.1.0');
    const answers = Object.fromEntries(
      Object.entries(paths as Record<string, Record<string, { responses: object }>>).flatMap(
        ([path, methods]) =>
          Object.entries(methods).map(([method, { responses }]) => [
            `${method} ${path}`,
            Object.keys(responses),
          ]),
      ),
    );
    expect(answers).toEqual({
      'get /health': ['200'],
      'post /v1/repairs': ['202', '400', '403', '404', '413', '503'],
      'get /v1/repairs': ['200'],
      'get /v1/repairs/{id}': ['200', '404'],
      'get /v1/repairs/{id}/patch': ['200', '404', '409'],
      'post /v1/repairs/{id}/cancel': ['200', '404'],
    });
    expect(Object.keys(components.schemas)).toEqual(expect.arrayContaining(['Problem', 'Run', 'RunPage']));
    const { $ref } = paths['/v1/repairs'].post.requestBody.content['application/json'].schema;
    expect(JSON.stringify(components.schemas[$ref.split('/').at(-1)])).toContain('maxTime');
  });
});
