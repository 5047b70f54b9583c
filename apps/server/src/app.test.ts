// The whole contract is served, but for what is listed here; those answer a typed 501 in the traveller's language.
import { ALL_CALLS } from '@kippu/contract/all-calls';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildApp } from './app.ts';
import { boundCalls } from './http/bind-call.ts';
import { openTestDeps, type TestDeps } from './http/test-deps.ts';

/** Calls that no feature serves yet. Take a name out with the feature that serves it. */
const NOT_SERVED: readonly string[] = [];

let deps: TestDeps;
let app: FastifyInstance;
beforeAll(async () => {
  deps = await openTestDeps();
  app = await buildApp(deps);
});
afterAll(async () => {
  await app.close();
  await deps.close();
});

test('every call of the contract is served, but for those listed', () => {
  const bound = boundCalls(app);
  expect(ALL_CALLS.map(({ name }) => name).filter((name) => !bound.has(name))).toEqual(NOT_SERVED);
});

test('a path that is no call answers 404 with a code', async () => {
  const answer = await app.inject({ method: 'GET', url: '/jtr-jwqs-app/guest/none' });
  expect(answer.statusCode).toBe(404);
  expect(answer.json()).toMatchObject({ state: 'fail', code: 'REQ-0005' });
});
