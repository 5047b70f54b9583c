// A late certificate: listed by day, read and checked without an account, printed, and opened from the reservation.
import { listLateTrains, loadLateCertificate } from '@kippu/contract/calls/traveller/late';
import { loadReserveDetail } from '@kippu/contract/calls/traveller/seat';
import { groupedCode } from '@kippu/domain/live/late-run';
import { addDays, dateAt } from '@kippu/domain/time/service-day';
import { fireEvent, screen } from '@testing-library/react';
import { loadMessages } from '@kippu/words/load-messages';
import { expect, test, vi } from 'vitest';
import { aLateCertificate, aLateTrain, aReservation, wallIn } from '../../test/factories.ts';
import { FakeServer, succeeds } from '../../test/fake-server.ts';
import { press, renderApp } from '../../test/render-app.tsx';
import { currentPlace } from '../app/router/router.ts';

const CODE = '0123456789ABCDEF';
const visitor = { account: null } as const;
/** As queries see texts. */
const plain = (text: string) => text.replaceAll('\u00a0', ' ');

test('a visitor finds a late train by its day, and opens its certificate', async () => {
  const server = new FakeServer();
  const today = dateAt(Date.now());
  server.answer(listLateTrains, ({ query }) =>
    succeeds(query['date'] === today ? [] : [aLateTrain({ mostMinutes: 12 })]),
  );
  const { words, user } = await renderApp('late', {}, { server, ...visitor });
  await screen.findByText(words.late.noneTitle);
  await user.selectOptions(screen.getByLabelText(words.late.day), addDays(today, -1));
  await screen.findByText(plain(words.late.most(12)));
  fireEvent.click(screen.getByText('Station kix to Station kyoto'));
  await screen.findByRole('article', { name: words.late.one });
  expect(currentPlace().params).toEqual({ code: CODE });
});

test('only the days are offered that the railway lists', async () => {
  const { words } = await renderApp('late', { date: '2020-01-01' }, visitor);
  const day = await screen.findByLabelText<HTMLSelectElement>(words.late.day);
  expect(day.options).toHaveLength(46);
  expect(day.value).toBe(dateAt(Date.now()));
});

test('a code that was typed from paper leads to the certificate; another one says what is wrong', async () => {
  const { words, user } = await renderApp('late', {}, visitor);
  const field = await screen.findByLabelText(words.late.checkLabel);
  await user.type(field, 'not a code');
  await press(words.late.check);
  expect(screen.getByText(words.late.checkWrong)).toBeTruthy();
  await user.clear(field);
  await user.type(field, groupedCode(CODE).toLowerCase().replaceAll('0', 'o'));
  await press(words.late.check);
  await screen.findByText(groupedCode(CODE));
});

test('the certificate says what is certified, by whom, and where it is checked, in a language of its own', async () => {
  const server = new FakeServer();
  server.give(loadLateCertificate, aLateCertificate({ source: 'desk' }));
  const print = vi.fn();
  vi.stubGlobal('print', print);
  const { words, user } = await renderApp('lateTrain', { code: CODE }, { server, ...visitor });
  const paper = await screen.findByRole('article', { name: words.late.one });
  const shown = () => plain(paper.textContent ?? '');
  for (const text of ['Demo Rail', '25 min', '11:35', '12:00', groupedCode(CODE), words.late.proves])
    expect(shown()).toContain(text);
  expect(shown()).toContain(`/#/packages/late/detail?code=${CODE}`);
  await press(words.late.print);
  expect(print).toHaveBeenCalledOnce();
  const japanese = await loadMessages('ja');
  await user.selectOptions(screen.getByLabelText(words.late.language), 'ja');
  const other = await screen.findByRole('article', { name: japanese.late.one });
  expect(other.textContent).toContain(japanese.late.proves);
  expect(screen.getByText(words.late.print)).toBeTruthy();
});

test.each([
  ['an unknown code', CODE],
  ['a text that is no code', 'x'],
])('%s leads to the list of late trains', async (_name, code) => {
  const server = new FakeServer();
  server.refuse(loadLateCertificate, 'REQ-0005');
  const { words } = await renderApp('lateTrain', { code }, { server, ...visitor });
  await screen.findByText(words.late.goneTitle);
  await press(words.late.toList);
  expect(currentPlace().name).toBe('late');
});

test.each([
  [125, CODE],
  [3, undefined],
])('a reservation says how late the traveller arrived: %i minutes, certificate %s', async (minutes, code) => {
  const server = new FakeServer();
  const late = { minutes, ...(code === undefined ? {} : { code }) };
  server.give(loadReserveDetail, aReservation({ state: 3, departAt: wallIn(-7_200_000), late }));
  const { words } = await renderApp('reservation', { reservationId: 'reservation-1' }, { server });
  const { late: w, seat } = words;
  await screen.findByText(plain(w.arrivedLate(seat.duration(Math.floor(minutes / 60), minutes % 60))));
  if (code === undefined) {
    expect(screen.queryByText(w.show)).toBeNull();
    expect(screen.getByText(plain(w.noCertificate(5)))).toBeTruthy();
  } else {
    await press(w.show);
    await screen.findByRole('article', { name: w.one });
  }
});
