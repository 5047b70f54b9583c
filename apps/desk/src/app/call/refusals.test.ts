// The table of refusals is complete: each refusal of each call that a screen makes has a next act.
import { ALL_CALLS } from '@kippu/contract/calls/all-calls';
import type { Call } from '@kippu/contract/call';
import { ERROR_STATUS, type ErrorCode } from '@kippu/contract/errors';
import { deskTicket } from '@kippu/contract/calls/desk/ticket';
import { deskCloseGate } from '@kippu/contract/calls/desk/gates';
import { expect, test } from 'vitest';
import { callsOfScreen, screenFiles } from '../../../test/calls-of-screen.ts';
import { CallError, isWrite } from '@kippu/client/call-error';
import { errorText } from './error-text.ts';
import { refusalOf, REFUSALS } from './refusals.ts';
import { PLACES } from '../router/router.ts';

const screens = [...screenFiles()];
const made = new Map<string, Call>();
for (const [, screen] of screens) for (const call of await callsOfScreen(screen)) made.set(call.name, call);

/** Desk calls that no screen makes. */
const NOT_BY_A_SCREEN = { deskSignOut: 'it ends the session here whatever the server says' };

test('the tests read every screen, and find every call of the desk', () => {
  expect(screens.map(([name]) => name).toSorted()).toEqual([...PLACES, 'signIn', 'start', 'me'].toSorted());
  const calls = ALL_CALLS.filter(({ auth }) => auth === 'desk').map(({ name }) => name);
  expect([...made.keys()].filter((name) => name.startsWith('desk')).toSorted()).toEqual(
    [...calls.filter((name) => !(name in NOT_BY_A_SCREEN)), 'deskSignIn'].toSorted(),
  );
});

test('a call lists an act for each of its own refusals, and otherwise only for general refusals', () => {
  for (const { name, refusals } of made.values()) {
    const listed = Object.keys(REFUSALS[name] ?? {});
    expect(listed, name).toEqual(expect.arrayContaining([...refusals]));
    const others = listed.filter((code) => !refusals.some((known) => known === code));
    expect(
      others.filter((code) => !code.startsWith('REQ-')),
      name,
    ).toEqual([]);
  }
  expect(Object.keys(REFUSALS).filter((name) => !made.has(name))).toEqual([]);
});

const refused = (call: Call, code: string) =>
  new CallError('refused', { call, code, status: ERROR_STATUS[code as ErrorCode] ?? 422, msg: 'its words' });

test('a general refusal leads a read back and an act out of its dialog, never to a retry', () => {
  for (const code of [
    'REQ-0001',
    'REQ-0002',
    'REQ-0003',
    'REQ-0005',
    'REQ-0006',
    'REQ-0009',
    'SES-0006',
    'NEW-0001',
  ])
    for (const call of [deskTicket, deskCloseGate]) {
      const { act } = refusalOf(refused(call, code));
      expect(act, `${call.name} ${code}`).toMatch(
        isWrite(call) ? /^(leave|here|reload)$/ : /^(list|start|reload)$/,
      );
      expect(errorText(refused(call, code), 'en').length).toBeGreaterThan(4);
    }
});

test('a retry is offered where it may help, and nowhere else', () => {
  const again = (kind: CallError['kind'], status = 0, code = '') =>
    refusalOf(new CallError(kind, { call: deskTicket, status, code })).act === 'again';
  expect([again('network'), again('timeout'), again('notJson', 200), again('notJson', 502)]).toEqual(
    Array.from({ length: 4 }, () => true),
  );
  expect(again('notJson', 413)).toBe(false);
  for (const [code, status] of Object.entries(ERROR_STATUS))
    expect(again('refused', status, code), code).toBe([429, 500, 503].includes(status));
});

test('a code with the name of an inherited property is unknown', () => {
  expect(refusalOf(refused(deskTicket, 'constructor'))).toEqual({ act: 'list' });
  expect(refusalOf(new TypeError('a fault of the page'))).toEqual({ act: 'reload' });
});
