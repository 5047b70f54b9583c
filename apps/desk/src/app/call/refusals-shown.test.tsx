// Every refusal of every desk call, as staff see it: the screen shows the text and the next act.
import type { Call } from '@kippu/contract/call';
import { deskCounters } from '@kippu/contract/calls/desk/counter';
import { deskGateConflicts } from '@kippu/contract/calls/desk/issue';
import { deskCloseGate, deskGateConflict, deskStations } from '@kippu/contract/calls/desk/gates';
import { deskMe } from '@kippu/contract/calls/desk/staff';
import { deskTicket } from '@kippu/contract/calls/desk/ticket';
import { ERROR_STATUS, type ErrorCode } from '@kippu/contract/errors';
import { act, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { callsOfScreen, screenFiles } from '../../../test/calls-of-screen.ts';
import { FakeServer, refuses, wordsOf } from '../../../test/fake-server.ts';
import { controlsIn, nameOf, press, renderDesk } from '../../../test/render-desk.tsx';
import { CALL_STEPS, type CallSteps } from '../../../test/call-steps.ts';
import { WhoIsIt } from '../shell/app.tsx';
import { CallError } from '@kippu/client/call-error';
import { errorText } from './error-text.ts';
import { actAfter, REFUSALS } from './refusals.ts';
import { queryClient } from './queries.ts';
import { PLACES, placeOf } from '../router/router.ts';
import { getSession } from '../session/session.ts';

// The captcha is not tested here.
vi.mock('@kippu/client/solve-puzzle', () => ({
  solvePuzzle: async () => ({ counter: 1, derivedKey: 'ab' }),
}));

interface Case {
  readonly screen: string;
  readonly call: Call;
  readonly code: ErrorCode;
  readonly steps: CallSteps;
}
async function casesOf(): Promise<readonly Case[]> {
  const found: Case[] = [];
  for (const [screen, file] of screenFiles())
    for (const call of await callsOfScreen(file)) {
      const codes = new Set([...call.refusals, ...(Object.keys(REFUSALS[call.name] ?? {}) as ErrorCode[])]);
      const steps = CALL_STEPS[screen]?.[call.name];
      if (!steps && codes.size > 0) throw new Error(`no steps to make ${call.name} on ${screen}`);
      if (steps) for (const code of codes) found.push({ screen, call, code, steps });
    }
  return found;
}

const pageText = () => (document.body.textContent ?? '').replaceAll(/\s+/g, ' ');
/** Returns the open dialog, or the page. */
const front = (): HTMLElement =>
  [...document.querySelectorAll<HTMLElement>('dialog[open]')].at(-1) ?? document.body;
const names = (root: ParentNode = front()) => controlsIn(root).map(nameOf);
/** Returns the error text of the refused field. */
const fieldErrors = () =>
  [...document.querySelectorAll('[aria-invalid=true]')].map((field) =>
    (field.getAttribute('aria-describedby') ?? '')
      .split(' ')
      .map((id) => document.getElementById(id)?.textContent)
      .join(' '),
  );

async function open({ hash, visitor, before }: CallSteps, server: FakeServer): Promise<void> {
  before?.(server);
  await renderDesk(hash, { server, staff: visitor ? null : {} });
}

async function sees(
  next: ReturnType<typeof actAfter>,
  { call, steps, server }: { call: Call; steps: CallSteps; server: FakeServer },
) {
  const place = PLACES.find((known) => known === placeOf(location.hash).name);
  switch (next) {
    case 'again': {
      const before = server.of(call).length;
      await press('Try again');
      return waitFor(() => expect(server.of(call).length).toBeGreaterThan(before));
    }
    case 'field':
      return;
    case 'seen': {
      const { reads, seen } = steps;
      if (!reads || !seen) throw new Error(`${call.name} says nothing of what is so now`);
      await waitFor(() => expect(server.of(reads).length).toBeGreaterThan(1));
      return waitFor(() => expect(pageText()).toMatch(seen));
    }
    case 'leave': {
      const dialog = document.querySelector('dialog[open]');
      if (dialog) {
        expect(names(dialog)).toEqual(['Go back']);
        await press('Go back');
        expect(document.querySelector('dialog[open]')).toBeNull();
      } else expect(names()).toContain(`Back to ${place ? place[0]?.toUpperCase() + place.slice(1) : ''}`);
      if (steps.reads) expect(server.of(steps.reads).length).toBeGreaterThan(1);
      return;
    }
    case 'list': {
      const back = controlsIn(front()).filter((each) => /^Back to /.test(nameOf(each)));
      expect(back.map((each) => each.getAttribute('href'))).toEqual([`#/${place ?? ''}`]);
      return;
    }
    case 'start':
      expect(
        controlsIn(front())
          .find((each) => nameOf(each) === 'To the first screen')
          ?.getAttribute('href'),
      ).toBe('#/');
      return;
    case 'reload':
      expect(names()).toContain('Load again');
      return;
    default:
      // Something other than the menu can be pressed.
      expect(
        front().querySelectorAll('main :is(a[href], button, input, select), dialog button').length,
      ).toBeGreaterThan(0);
  }
}

const cases = await casesOf();
test('the tests cover every call of every screen', () => {
  expect(cases.length).toBeGreaterThan(60);
  const allSteps = Object.entries(CALL_STEPS).flatMap(([screen, calls]) =>
    Object.keys(calls).map((call) => `${screen} ${call}`),
  );
  const walked = new Set(cases.map(({ screen, call }) => `${screen} ${call.name}`));
  expect(allSteps.filter((steps) => !walked.has(steps))).toEqual([]);
});

test.each(cases.map((each) => [`${each.screen}: ${each.call.name} ${each.code}`, each] as const))(
  '%s',
  async (_name, { call, code, steps }) => {
    const server = new FakeServer();
    if (!steps.act) server.refuse(call, code);
    await open(steps, server);
    if (steps.act) {
      server.answer(call, () => {
        steps.meanwhile?.(server);
        return refuses(code, {}, wordsOf(code));
      });
      await steps.act();
    }
    await waitFor(() => expect(server.of(call).length).toBeGreaterThan(0));
    const error = new CallError('refused', { call, status: ERROR_STATUS[code], code, msg: wordsOf(code) });
    const next = actAfter(error);
    const said = errorText(error, 'en');
    if (next === 'field') await waitFor(() => expect(fieldErrors().join(' ')).toContain(said));
    else if (next !== 'seen') await waitFor(() => expect(pageText()).toContain(said));
    await sees(next, { call, steps, server });
    if (next !== 'again') expect(names()).not.toContain('Try again');
  },
);

const GENERAL = ['REQ-0003', 'REQ-0004', 'REQ-0006', 'REQ-0007', 'REQ-0009', 'SES-0006'] as const;
const errorOf = (call: Call, code: ErrorCode) =>
  new CallError('refused', { call, status: ERROR_STATUS[code], code, msg: wordsOf(code) });

test.each(GENERAL)('%s of a read', async (code) => {
  const server = new FakeServer();
  server.refuse(deskTicket, code);
  await renderDesk('#/tickets/261128000017', { server });
  await waitFor(() => expect(pageText()).toContain(errorText(errorOf(deskTicket, code), 'en')));
  await sees(actAfter(errorOf(deskTicket, code)), { call: deskTicket, steps: { hash: '' }, server });
});

test.each(GENERAL)('%s of an act in a dialog', async (code) => {
  const steps = CALL_STEPS['gates']!['deskCloseGate']!;
  const server = await renderDesk(steps.hash);
  server.refuse(deskCloseGate, code);
  await steps.act?.();
  await waitFor(() => expect(pageText()).toContain(errorText(errorOf(deskCloseGate, code), 'en')));
  const next = actAfter(errorOf(deskCloseGate, code));
  // The button that sent the act sends it again.
  if (next === 'again') expect(names()).toContain('Close gate');
  else await sees(next, { call: deskCloseGate, steps, server });
});

test.each(GENERAL)('%s before the person is known', async (code) => {
  const server = new FakeServer();
  server.refuse(deskMe, code);
  await renderDesk('', { server, part: <WhoIsIt /> });
  await waitFor(() => expect(pageText()).toContain(errorText(errorOf(deskMe, code), 'en')));
  if (actAfter(errorOf(deskMe, code)) === 'again')
    return sees('again', { call: deskMe, steps: { hash: '' }, server });
  await press('Sign in again');
  expect(getSession().token).toBeNull();
});

test.each([
  ['no answer', (server: FakeServer, call: Call) => server.lose(call)],
  [
    'a foreign answer',
    (server: FakeServer, call: Call) => server.answer(call, () => new Response('<html>', { status: 403 })),
  ],
] as const)('%s of a read: retry', async (_name, fail) => {
  const server = new FakeServer();
  fail(server, deskTicket);
  await renderDesk('#/tickets/261128000017', { server });
  await waitFor(() => expect(names()).toContain('Try again'));
  await sees('again', { call: deskTicket, steps: { hash: '' }, server });
});

test('a missing object replaces its earlier data on the screen', async () => {
  const server = await renderDesk('#/gates/4711');
  await waitFor(() => expect(pageText()).toContain('Resolve conflict'));
  server.refuse(deskGateConflict, 'REQ-0005');
  await CALL_STEPS['gates']?.['deskSettleGateConflict']?.act?.();
  await waitFor(() => expect(pageText()).toContain('Resolved'));
  await act(() => queryClient.invalidateQueries());
  await waitFor(() => expect(pageText()).toContain('There is no such conflict.'));
  expect(pageText()).not.toContain('What you found out');
});

test.each([
  ['#/gates?station=nowhere', 'Back to Gates'],
  // A link to the current place has no effect.
  ['#/gates', 'Load again'],
])('a refused list at %s: %s', async (hash, next) => {
  const server = new FakeServer();
  server.refuse(deskGateConflicts, 'REQ-0001');
  await renderDesk(hash, { server });
  await waitFor(() => expect(names()).toContain(next));
});

test.each([
  ['#/counter', deskCounters],
  ['#/gates/list', deskStations],
])('%s: the options of a field can be requested again', async (hash, call) => {
  const server = new FakeServer();
  server.lose(call);
  await renderDesk(hash, { server });
  await waitFor(() => expect(names()).toContain('Try again'));
  await sees('again', { call, steps: { hash }, server });
});
