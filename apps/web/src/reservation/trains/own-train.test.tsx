// The list of trains of a change marks the traveller's own train and scrolls to it; a train at the same time names the reserved one.
import { ticketTrainList } from '@kippu/contract/calls/traveller/train';
import { screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { aTrain } from '../../../test/factories.ts';
import { FakeServer } from '../../../test/fake-server.ts';
import { renderApp } from '../../../test/render-app.tsx';

afterEach(() => vi.restoreAllMocks());

test('the own train of a change is marked, and the list opens at it', async () => {
  const shown: Element[] = [];
  vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
    shown.push(this);
  });
  const server = new FakeServer();
  const { departureId } = aTrain();
  server.give(ticketTrainList, [
    aTrain({ departureId: 'haruka-0', trainNo: '7' }),
    aTrain(),
    aTrain({ departureId: 'haruka-9', trainNo: '9' }),
  ]);
  const { words } = await renderApp('train', { ticketIds: 'ticket-1', change: 'reservation-1' }, { server });
  expect(departureId).toBe('haruka-1');
  const mark = await screen.findByText(words.seat.yourTrain);
  expect(screen.getAllByText(words.seat.yourTrain)).toHaveLength(1);
  const row = mark.closest('li');
  expect(row?.textContent).not.toMatch(/HARUKA.(7|9)\b/);
  expect(shown).toContain(row);
});

test('without a change no train is marked', async () => {
  const { words } = await renderApp('train', { ticketIds: 'ticket-1' });
  await screen.findByText(words.seat.chooseTrain);
  await screen.findAllByText((text) => text.includes('HARUKA'));
  expect(screen.queryByText(words.seat.yourTrain)).toBeNull();
});

test('a train at the time of a reserved one names the reserved one', async () => {
  const server = new FakeServer();
  const { trainNameCn, trainNameEn, trainNameJp, trainNameKr, trainNameTc } = aTrain();
  const names = { trainNameCn, trainNameEn, trainNameJp, trainNameKr, trainNameTc };
  server.give(ticketTrainList, [
    aTrain({
      selectable: false,
      reason: 'SEAT-0011',
      overlaps: { ...names, trainNo: '14', departAt: '2026-12-02 10:15:00' },
    }),
  ]);
  await renderApp('train', { ticketIds: 'ticket-1' }, { server });
  await screen.findByText(
    (text) => text.replaceAll('\u00a0', ' ') === 'At the same time as your HARUKA 14, 10:15',
  );
});
