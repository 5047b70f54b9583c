// Passages are read from a stream in chunks, and from two versions of a ticket.
import { expect, test } from 'vitest';
import { passageBetween, passageReader } from './use-passage.ts';

const news = { direction: 'in', at: '2026-04-01 09:00:00' };
const RECEIVED = [['7', null], ['9', news], ['9', null], 'live'];

test.each([
  ['as the server writes them', '\n', ' '],
  ['with lines that end in CR LF', '\r\n', ' '],
  ['without a space after the colon', '\n', ''],
])('events are read whole from pieces of any size, %s', (_how, end, space) => {
  const event = (id: string, name: string, data: object) =>
    [`id:${space}${id}`, `event:${space}${name}`, `data:${space}${JSON.stringify(data)}`, '', ''].join(end);
  const text = `${event('7', 'ready', {})}: beat${end}${end}${event('9', 'passage', news)}${event('9', 'live', {})}id: 1`;
  for (const pieces of [[text], [...text]]) {
    const received: unknown[] = [];
    const reader = passageReader(
      (...each) => received.push(each),
      () => received.push('live'),
    );
    for (const piece of pieces) reader.feed(piece);
    expect(received).toEqual(RECEIVED);
  }
});

test('the later change between two versions is reported', () => {
  const [early, late] = ['2026-04-01 09:00:00', '2026-04-01 10:00:00'];
  expect(passageBetween({}, {})).toBeNull();
  expect(passageBetween({ stationFromDate: early }, { stationFromDate: early })).toBeNull();
  expect(passageBetween({}, { stationFromDate: early })).toEqual({ direction: 'in', at: early });
  expect(passageBetween({}, { stationFromDate: early, stationDepartDate: late })).toEqual({
    direction: 'out',
    at: late,
  });
  expect(
    passageBetween({ stationDepartDate: early }, { stationFromDate: late, stationDepartDate: early }),
  ).toEqual({ direction: 'in', at: late });
});
