// Every refusal of every screen as the traveller sees it: the server refuses, the screen shows the text and the next
// act.
import type { Call } from '@kippu/contract/call';
import type { ErrorCode } from '@kippu/contract/errors';
import * as seats from '@kippu/contract/calls/traveller/seat';
import { waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { callsOfScreen, screenFiles } from '../../../test/calls-of-screen.ts';
import { FakeServer } from '../../../test/fake-server.ts';
import { press, renderApp } from '../../../test/render-app.tsx';
import { VISITORS, CALL_STEPS, type CallSteps } from '../../../test/call-steps.ts';
import type { Messages } from '@kippu/words/app-words';
import { CallError } from '@kippu/client/call-error';
import { errorText } from './error-text.ts';
import type { RouteName, RouteParams } from '../router/link-to.ts';
import { DONE_WITHOUT, isLead, refusalOf, type Lead } from './refusals.ts';

/** The values that the server sends with a code, where the text or the field depends on them. */
const VALUES: Readonly<Partial<Record<ErrorCode, Record<string, string>>>> = {
  'ACC-0009': { field: 'username', characters: '< >' },
};

interface Case {
  readonly route: RouteName;
  readonly call: Call;
  readonly code: ErrorCode;
  readonly steps: CallSteps;
}
async function casesOf(): Promise<readonly Case[]> {
  const found: Case[] = [];
  for (const [name, file] of screenFiles()) {
    const route = name as RouteName;
    for (const call of new Set(await callsOfScreen(name, file))) {
      if (DONE_WITHOUT[route]?.[call.name]) continue;
      const steps = (CALL_STEPS[route] as Readonly<Record<string, CallSteps>> | undefined)?.[call.name];
      if (!steps && call.refusals.length > 0) throw new Error(`no steps to make ${call.name} on ${name}`);
      // No steps mean that the call is not made where its refusal would be visible.
      if (!steps || Object.keys(steps).length === 0) continue;
      for (const code of call.refusals) found.push({ route, call, code, steps });
    }
  }
  return found;
}

const LABELS: Readonly<Record<Lead, (words: Messages) => readonly string[]>> = {
  tickets: ({ common, ticket: w }) => [common.toTickets, w.toTickets],
  ticket: ({ station: w, code }) => [w.toTicket, code.toTicket],
  seats: ({ seat }) => [seat.toSeats],
  trains: ({ seat }) => [seat.chooseOther],
  seatMap: ({ seat }) => [seat.chooseAgain],
  notices: ({ notice }) => [notice.toList],
  contact: ({ help }) => [help.contactLink],
  lateTrains: ({ late }) => [late.toList],
};
const pageText = () => (document.body.textContent ?? '').replaceAll(/\s+/g, ' ');
const controls = (root: ParentNode = document) =>
  [...root.querySelectorAll<HTMLElement>('a[href], button:not([aria-disabled=true]), input, select')].map(
    (each) => (each.getAttribute('aria-label') ?? each.textContent ?? '').trim(),
  );

const cases = await casesOf();
test('the walk has cases of every screen with refusals', () => {
  expect(cases.length).toBeGreaterThan(150);
  expect(new Set(cases.map(({ route }) => route)).size).toBe(Object.keys(CALL_STEPS).length);
});

test.each(cases.map((each) => [`${each.route}: ${each.call.name} ${each.code}`, each] as const))(
  '%s',
  async (_name, { route, call, code, steps }) => {
    const server = new FakeServer();
    steps.before?.(server);
    if (!steps.act) server.refuse(call, code, VALUES[code]);
    const app = await renderApp(route, (steps.params ?? {}) as RouteParams[typeof route], {
      server,
      account: VISITORS.has(route) ? null : {},
    });
    // Opening the app has cleared the phone's storage.
    steps.before?.(server);
    if (steps.act) {
      server.refuse(call, code, VALUES[code]);
      await steps.act(app);
    }
    await waitFor(() => expect(server.of(call).length).toBeGreaterThan(0));
    const refused = refusalOf(route, code);
    // When seats are changed, the way back leads to the reservations.
    const ofChange = call === seats.loadChangeInfo && route !== 'confirm';
    const next = ofChange && isLead(refused.act) ? 'seats' : refused.act;
    const { words } = refused;
    const refusal = new CallError('refused', { status: 422, code, values: VALUES[code] ?? {} });
    const said = words ? words(app.words) : errorText(app.words, refusal, 'en');
    await waitFor(() => expect(pageText()).toContain(said));
    if (refused.title) expect(pageText()).toContain(refused.title(app.words));
    if (isLead(next))
      await waitFor(() =>
        expect(controls().some((label) => LABELS[next](app.words).includes(label))).toBe(true),
      );
    else if (next === 'field')
      await waitFor(() => expect(document.querySelector('[aria-invalid=true]')).not.toBeNull());
    else if (next === 'again') {
      if (said) await press(app.words.common.retry);
      await waitFor(() => expect(server.of(call).length).toBeGreaterThan(1));
    } else {
      // A control other than the way back must be available, but not 'Try again', which would be refused again.
      const root = document.querySelector('dialog') ?? document.querySelector('main');
      const others = controls(root ?? document).filter(
        (label) => label !== app.words.common.back && label !== app.words.common.close,
      );
      expect(others.length).toBeGreaterThan(0);
      expect(others).not.toContain(app.words.common.retry);
    }
  },
);
