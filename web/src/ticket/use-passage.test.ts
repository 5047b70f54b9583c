// What passed is read from a stream in pieces and from two readings of a ticket.
import { expect, test } from 'vitest';
import { passageBetween, readEvents } from './use-passage.ts';

test('events are taken whole, whatever pieces they come in, and beats are none', () => {
  const text =
    'id: 7\nevent: ready\ndata: {}\n\n: beat\n\nid: 9\nevent: passage\ndata: {"direction":"in"}\n\nid: 1';
  const whole = readEvents(text);
  expect(whole.events).toEqual([
    { id: '7', name: 'ready', data: '{}' },
    { id: '9', name: 'passage', data: '{"direction":"in"}' },
  ]);
  expect(whole.rest).toBe('id: 1');
  let rest = '';
  const names = [...text].flatMap((letter) => {
    const read = readEvents(rest + letter);
    rest = read.rest;
    return read.events.map(({ name }) => name);
  });
  expect(names).toEqual(['ready', 'passage']);
});

test('of two readings the later change counts', () => {
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
