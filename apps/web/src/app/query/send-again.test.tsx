// A call that timed out: one tap on the message sends the same input again, under the same key.
import * as account from '@kippu/contract/calls/traveller/account';
import type { Call } from '@kippu/contract/call';
import { feedbackSave } from '@kippu/contract/calls/traveller/feedback';
import * as seats from '@kippu/contract/calls/traveller/seat';
import { seatHold } from '@kippu/contract/calls/traveller/seat-hold';
import * as party from '@kippu/contract/calls/traveller/party';
import * as ticket from '@kippu/contract/calls/traveller/ticket';
import { exchangeVoucher } from '@kippu/contract/calls/traveller/voucher';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { FakeServer } from '../../../test/fake-server.ts';
import { press, renderApp } from '../../../test/render-app.tsx';
import { VISITORS, CALL_STEPS, type CallSteps } from '../../../test/call-steps.ts';
import type { RouteName, RouteParams } from '../router/link-to.ts';

afterEach(() => vi.restoreAllMocks());

/** The call arrives, and its answer times out. */
function outlast(server: FakeServer, call: Call): void {
  const time = new AbortController();
  vi.spyOn(AbortSignal, 'timeout').mockReturnValue(time.signal);
  server.answer(call, () => {
    time.abort();
    return Promise.reject(new DOMException('timed out', 'TimeoutError'));
  });
}

const SENT: readonly (readonly [RouteName, Call])[] = [
  ['add', ticket.bind],
  ['detail', ticket.use],
  ['party', party.activateTickets],
  ['transfer', ticket.transferTicket],
  ['transfer', party.transferTickets],
  ['transfer', party.sendLink],
  ['detail', party.callBackLink],
  ['outInSite', ticket.start],
  ['mpmTap', ticket.deleteUseFlag],
  ['voucherDetail', exchangeVoucher],
  ['chooseSeat', seatHold],
  ['confirm', seats.seatSave],
  ['confirm', seats.seatChange],
  ['reservation', seats.seatCancel],
  ['login', account.login],
  ['signUp', account.sendVerifyCode],
  ['signUp', account.checkVerifyCode],
  ['signUp', account.registry],
  ['forgetPassword', account.resetPasswordSend],
  ['forgetPassword', account.resetPasswordCheck],
  ['forgetPassword', account.resetPassword],
  ['changeUsername', account.updateInfo],
  ['changeCountry', account.updateInfo],
  ['changePassword', account.changePassword],
  ['deleteAccount', account.logOff],
  ['feedback', feedbackSave],
];

test.each(SENT.map(([route, call]) => [`${route}: ${call.name}`, route, call] as const))(
  '%s',
  async (_name, route, call) => {
    const steps = (CALL_STEPS[route] as Readonly<Record<string, CallSteps>>)[call.name]!;
    const server = new FakeServer();
    steps.before?.(server);
    const app = await renderApp(route, (steps.params ?? {}) as RouteParams[typeof route], {
      server,
      account: VISITORS.has(route) ? null : {},
    });
    steps.before?.(server);
    const { client, ticket: words } = app.words;
    // The add screen first shows the ticket, then asks for confirmation.
    if (route === 'add') await screen.findByText(words.bind(1));
    const before = server.of(call).length;
    outlast(server, call);
    await (route === 'add' ? press(words.bind(1)) : steps.act?.(app));
    const box = await screen.findByText((text) => text.startsWith(client.timeout));
    const keyed = call.auth === 'guest';
    expect(box.textContent?.includes(client.mayBeDone), 'what may have happened is said').toBe(keyed);
    const [first] = server.of(call).slice(before);
    vi.restoreAllMocks();
    // Other tests cover what follows a success.
    server.answer(call, () => new Promise(() => undefined));
    await act(async () => fireEvent.click(box));
    await waitFor(() => expect(server.of(call).length).toBe(before + 2));
    const again = server.of(call).at(-1);
    expect(again?.query).toEqual(first?.query);
    if (keyed) {
      expect(again?.key).toBe(first?.key);
      expect(again?.key).toBeTruthy();
      expect(again?.body).toEqual(first?.body);
    }
  },
);

test('a fault of the server says what is still true', async () => {
  for (const [route, call, failed] of [
    ['transfer', ticket.transferTicket, 'transferFailed'],
    ['detail', ticket.use, 'activateFailed'],
    ['reservation', seats.seatCancel, 'cancelFailed'],
    ['confirm', seats.seatChange, 'changeFailed'],
    ['confirm', seats.seatSave, 'reserveFailed'],
  ] as const) {
    const steps = (CALL_STEPS[route] as Readonly<Record<string, CallSteps>>)[call.name]!;
    const server = new FakeServer();
    const app = await renderApp(route, (steps.params ?? {}) as RouteParams[typeof route], { server });
    steps.before?.(server);
    server.refuse(call, 'REQ-0007');
    await steps.act?.(app);
    await screen.findByText(app.words.client[failed]);
  }
});
