// Every call of the contract has a handler, except those listed here, which answer 501 in the traveller's language.
import { ALL_CALLS } from '@kippu/contract/calls/all-calls';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildApp } from './app.ts';
import { boundCalls } from './platform/calls/call-route.ts';
import { openTestDeps, type TestDeps } from '../test/app-context.ts';

/** Calls without a handler. Remove a name when its call gets one. */
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

test('every call of the contract has a handler, except those listed', () => {
  const bound = boundCalls(app);
  expect(ALL_CALLS.map(({ name }) => name).filter((name) => !bound.has(name))).toEqual(NOT_SERVED);
});

test('an unknown path answers 404 with a code', async () => {
  const answer = await app.inject({ method: 'GET', url: '/jtr-jwqs-app/guest/none' });
  expect(answer.statusCode).toBe(404);
  expect(answer.json()).toMatchObject({ state: 'fail', code: 'REQ-0005' });
});
