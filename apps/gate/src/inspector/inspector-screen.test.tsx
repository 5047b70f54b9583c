// What an inspector reads when a list cannot be had, when nothing can be checked, and in a car with a lost neighbour.
import { act, fireEvent, render, screen, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { inspectorSeats } from '@kippu/contract/calls/gate/inspect';
import { ERROR_STATUS } from '@kippu/contract/errors';
import { seatList } from '../../test/seat-list.ts';
import { testGate } from '../../test/test-gate.ts';
import { GateCallError } from '../sync/call-server.ts';
import { haltText } from '../text/texts.ts';
import { Inspector } from './inspector.ts';
import type { InspectorDatabase, Taken } from './inspector-database.ts';
import { InspectorScreen } from './inspector-screen.tsx';
import { troubleWords } from './inspector-words.ts';

vi.mock('../reader/camera-reader.ts', () => ({ readCamera: () => () => undefined }));

const LIST = seatList({
  madeAt: '2026-11-28 11:59:00',
  seats: [
    { seat: '4-1A', firstLeg: 0, endLeg: 3, tag: 'a' },
    { seat: '5-2C', firstLeg: 0, endLeg: 3, tag: 'lost' },
  ],
});
const nothing = async () => undefined;
const holding = (taken: readonly Taken[]): InspectorDatabase => ({
  load: async () => ({ taken, chosen: taken[0]?.list.departureId ?? null }),
  saveList: nothing,
  saveSeen: nothing,
  saveChosen: nothing,
  drop: nothing,
  erase: nothing,
});

let gate: ReturnType<typeof testGate>;
let machine: Awaited<ReturnType<typeof gate.enrolled>>;
let inspector: Inspector;

async function show(taken: readonly Taken[] = [{ list: LIST, seen: {} }]): Promise<void> {
  inspector = new Inspector({
    machine,
    database: holding(taken),
    call: (...asked) => gate.call(...asked),
    steady: () => gate.time.steady,
    sound: () => undefined,
  });
  machine.tick();
  await inspector.start();
  await inspector.tick();
  const view = () => (
    <InspectorScreen
      gate={machine.view()}
      inspector={inspector}
      detector={Promise.resolve(async () => [])}
      onSettings={() => undefined}
    />
  );
  await act(async () => void render(view()));
}
const press = (name: string | RegExp) =>
  act(async () => void fireEvent.click(screen.getByRole('button', { name })));

beforeEach(async () => {
  vi.stubGlobal('matchMedia', () => ({
    matches: false,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }));
  localStorage.setItem('kippu-inspector-language', 'en');
  gate = testGate();
  gate.server.inspects = true;
  machine = await gate.enrolled();
});

describe.each([...inspectorSeats.refusals, 'REQ-0007', 'SES-0001'] as const)(
  'a list refused with %s',
  (code) => {
    test('says what happened and what to do, and the list on the device stays', async () => {
      await show();
      const kind = ERROR_STATUS[code] === 429 ? 'busy' : ERROR_STATUS[code] === 422 ? 'refused' : 'offline';
      gate.call = () => Promise.reject(new GateCallError(kind, code));
      await act(() => inspector.refresh());
      const { trouble } = inspector.view();
      if (!trouble) throw new Error('no trouble');
      const said = screen.getByRole('alert').textContent;
      expect(said).toContain(troubleWords(trouble).title.en);
      expect(said).toContain(troubleWords(trouble).todo.en);
      expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('HARUKA 14');
    });
  },
);

test('without a valid key the page says so, and the seats can be looked through all the same', async () => {
  vi.spyOn(machine, 'view').mockReturnValue({ ...machine.view(), halt: { kind: 'keys' } });
  await show();
  expect(screen.getByRole('alert').textContent).toContain(haltText({ kind: 'keys' }).title.en);
  await press('Seats');
  expect(screen.getByRole('group', { name: 'Seats of car 4' })).toBeTruthy();
});

test('a seat is ticked by touch in the plan and in the list, and counted at its car', async () => {
  await show();
  await press('Seats');
  const plan = screen.getByRole('group', { name: 'Seats of car 4' });
  const seat = within(plan).getByRole('button', { name: '1A, Kansai-Airport to Kyoto' });
  expect(seat.getAttribute('aria-pressed')).toBe('false');
  expect(screen.getByRole('button', { name: 'Car 4 0/1' })).toBeTruthy();
  await act(async () => void fireEvent.click(seat));
  expect(seat.getAttribute('aria-pressed')).toBe('true');
  expect(screen.getByRole('button', { name: 'Car 4 1/1' })).toBeTruthy();
  await press(/^1A ?Kansai-Airport → Kyoto/);
  expect(seat.getAttribute('aria-pressed')).toBe('false');
});

test('a car that is missing today shows whose seats are gone', async () => {
  await show();
  await press('Seats');
  await press('Car 5 0/1');
  expect(screen.getByText(/This car is not in the train today/)).toBeTruthy();
  expect(screen.getByRole('button', { name: /^2C/ })).toBeTruthy();
});

test('without a train and a network the page says to connect before leaving', async () => {
  gate.server.offline = true;
  await machine.syncRound().catch(() => undefined);
  await show([]);
  expect(screen.getByText(/connect before you leave/)).toBeTruthy();
  await press('Seats');
  expect(screen.getByText('Choose a train first')).toBeTruthy();
});
