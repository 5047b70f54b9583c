// The desk's hand on a train: what is sent for each press, what it says before, and what counter staff may not do.
import {
  deskChangeTrain,
  deskTrainHistory,
  deskTrainRun,
  deskTryTrainChange,
} from '@kippu/contract/calls/desk/live';
import { deskOccupancy } from '@kippu/contract/calls/desk/occupancy';
import { setLanguages } from '@kippu/contract/languages';
import { screen, waitFor } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { aDeparture, aRun, aTrainRun, wallIn } from '../../../test/factories.ts';
import { FakeServer, refuses, succeeds } from '../../../test/fake-server.ts';
import { fill, press, renderDesk } from '../../../test/render-desk.tsx';

const TRAIN = '#/trains/haruka-1@2026-12-01';
const departureId = 'haruka-1@2026-12-01';
let server: FakeServer;

beforeEach(() => {
  server = new FakeServer();
  setLanguages({ languages: ['ja', 'en', 'ko'], fallback: 'en' });
});

const sent = () => server.of(deskChangeTrain).map(({ body }) => body);
const text = () => document.body.textContent ?? '';

test('twenty minutes late: a number, Enter, twenty, Enter', async () => {
  server.give(deskOccupancy, {
    date: '2026-12-01',
    from: '2026-12-01',
    to: '2026-12-02',
    trains: [aDeparture(), { ...aDeparture(), departureId: 'haruka-11@2026-12-01', trainNo: '11' }],
    extra: [],
    formations: [],
  });
  await renderDesk('#/trains?date=2026-12-01', { server });
  const number = await screen.findByLabelText('Train number');
  await waitFor(() => expect(document.activeElement).toBe(number));
  await fill('Train number', '１');
  await press('Open train');
  const minutes = await screen.findByLabelText('Minutes late');
  await waitFor(() => expect(document.activeElement).toBe(minutes));
  await fill('Minutes late', '20');
  await screen.findByText('Travellers who are later: 3 (reservations: 2)');
  expect(server.of(deskTryTrainChange).map(({ body }) => body)).toEqual([
    { departureId, change: { late: { from: 'airport', minutes: 20 } } },
  ]);
  await press('Save delay');
  expect(sent()).toEqual([{ departureId, version: '0', change: { late: { from: 'airport', minutes: 20 } } }]);
});

test('a train is cancelled after a question that says whom it touches, and restored the same way', async () => {
  await renderDesk(TRAIN, { server });
  await press('Cancel train');
  await screen.findByText('Travellers who are later: 3 (reservations: 2)');
  expect(sent()).toEqual([]);
  server.give(deskTrainRun, aTrainRun({ version: '5', run: aRun({ runs: false }), desk: { runs: false } }));
  await press('Cancel train');
  await press('Restore train');
  await press('Restore train');
  await waitFor(() => expect(sent()).toHaveLength(2));
  expect(sent()).toEqual([
    { departureId, version: '0', change: { runs: false } },
    { departureId, version: '5', change: { runs: null } },
  ]);
});

test('a train that a feed cancels runs by the desk’s word', async () => {
  server.give(deskTrainRun, aTrainRun({ run: aRun({ runs: false, feedAge: 30 }), feed: { runs: false } }));
  await renderDesk(TRAIN, { server });
  await press('Run it despite the feed');
  await press('Run it despite the feed');
  expect(sent()).toEqual([{ departureId, version: '0', change: { runs: true } }]);
});

test('what somebody else saved is shown with their name, and what was typed is still there', async () => {
  await renderDesk(TRAIN, { server });
  await fill('Minutes late', '20');
  server.refuse(deskChangeTrain, 'DESK-0001', { by: 'Ben', at: wallIn(0) });
  server.give(
    deskTrainRun,
    aTrainRun({ version: '7', desk: { delays: [{ stop: 'airport', seconds: 300 }] } }),
  );
  await press('Save delay');
  await screen.findByText(/Ben changed this train at \d\d:\d\d/);
  expect((screen.getByLabelText('Minutes late') as HTMLInputElement).value).toBe('20');
  server.give(deskChangeTrain, { departureId, version: '8', run: aRun() });
  await press('Save delay');
  await waitFor(() => expect(sent()).toHaveLength(2));
  expect(sent()[1]).toMatchObject({ version: '7', change: { late: { minutes: 20 } } });
});

test('stops and platforms are sent together; too few stops are not sent', async () => {
  await renderDesk(TRAIN, { server });
  await fill('Platform at Bay', '9');
  await press('Runs from here: Bay');
  await screen.findByText('Travellers who are later: 3 (reservations: 2)');
  await press('Save stops and platforms');
  expect(sent()).toEqual([
    {
      departureId,
      version: '0',
      change: { platforms: [{ stop: 'bay', platform: '9' }], skipped: ['airport'] },
    },
  ]);
});

test('another formation and a missing car are sent together', async () => {
  await renderDesk(TRAIN, { server });
  await fill('Formation', 'six');
  expect(screen.queryByLabelText('Car 3')).toBeNull();
  screen.getByLabelText('Car 2').click();
  await waitFor(() => expect((screen.getByLabelText('Car 2') as HTMLInputElement).checked).toBe(true));
  await press('Save cars');
  expect(sent()).toMatchObject([{ change: { formation: 'six', lostCars: [2] } }]);
});

test('words are asked for in the first two languages only', async () => {
  await renderDesk(TRAIN, { server });
  await fill(/^日本語/, '倒木のため');
  await press('Save words');
  await screen.findByText('Write this language, too.');
  expect(sent()).toEqual([]);
  await fill(/^English/, 'A fallen tree');
  await press('Save words');
  expect(sent()).toMatchObject([{ change: { words: { ja: '倒木のため', en: 'A fallen tree' } } }]);
});

test('the history is shown in words, the newest first', async () => {
  server.give(deskTrainHistory, {
    items: [
      { at: wallIn(0), source: 'desk', by: 'Ben', said: {}, undone: ['runs'] },
      {
        at: wallIn(0),
        source: 'desk',
        by: 'Ben',
        said: { runs: false, delays: [{ stop: 'bay', seconds: 1200 }] },
        undone: [],
      },
      { at: wallIn(0), source: 'feed', by: '2', said: { skipped: ['bay'], left: 'airport' }, undone: [] },
      {
        at: wallIn(0),
        source: 'feed',
        by: '3',
        said: { delays: [{ stop: 'bay', seconds: -120 }] },
        undone: [],
      },
    ],
  });
  await renderDesk(TRAIN, { server });
  await screen.findByText('Runs or cancelled: undone');
  expect(text()).toMatch(
    /Ben.*Runs or cancelled: undone.*Ben.*Cancelled · 20 min late from Bay.*Feed 2.*Does not call at Bay · Left Airport.*Feed 3.*2 min early from Bay/s,
  );
});

test('counter staff see how a train runs, and change nothing', async () => {
  server.give(deskTrainRun, aTrainRun({ run: aRun({ lateBy: 1200, deskAge: 300 }) }));
  await renderDesk(TRAIN, { server, staff: { role: 'counter' } });
  await screen.findByText('20 min late');
  expect(text()).toContain('Desk, 5 min ago');
  expect(screen.queryByLabelText('Minutes late')).toBeNull();
  expect(screen.queryByLabelText('Platform at Bay')).toBeNull();
  expect(screen.queryAllByRole('button').map((button) => button.textContent)).not.toContain('Cancel train');
});

test('a train that has arrived offers nothing to change', async () => {
  server.give(deskTrainRun, aTrainRun({ run: aRun({ isPast: true }) }));
  await renderDesk(TRAIN, { server });
  await screen.findByText('It has arrived and can no longer be changed.');
  expect(screen.queryByLabelText('Minutes late')).toBeNull();
});

test('the list is filtered by number and by what changed, and shows planned and expected times', async () => {
  const late = { ...aDeparture(), departureId: 'haruka-21@2026-12-01', trainNo: '21' };
  server.give(deskOccupancy, {
    date: '2026-12-01',
    from: '2026-12-01',
    to: '2026-12-02',
    trains: [
      aDeparture(),
      { ...late, run: aRun({ lateBy: 600, deskAge: 5, departAt: wallIn(2 * 3_600_000) }) },
    ],
    extra: [],
    formations: [],
  });
  await renderDesk('#/trains?date=2026-12-01', { server });
  await waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(3));
  screen.getByLabelText('Changed only').click();
  await waitFor(() => expect(screen.getAllByRole('row')).toHaveLength(2));
  const [, row] = screen.getAllByRole('row');
  expect(row?.textContent).toContain('10 min late');
  expect(row?.querySelectorAll('s')).toHaveLength(1);
  await fill('Train number', '7');
  await screen.findByText('No train matches');
});

test('a second form that is saved before the first has its answer waits, and is based on it', async () => {
  let answer = () => {};
  server.answer(deskChangeTrain, async ({ body }) => {
    const { version } = body as { readonly version: string };
    if (version !== String(sent().length - 1)) return refuses('DESK-0001', { by: 'Ben', at: wallIn(0) });
    await new Promise<void>((resolve) => (answer = resolve));
    return succeeds({ departureId, version: String(sent().length), run: aRun() });
  });
  await renderDesk(TRAIN, { server });
  await fill('Minutes late', '20');
  await press('Save delay');
  await fill('Platform at Bay', '9');
  await press('Save stops and platforms');
  expect(sent()).toHaveLength(1);
  answer();
  await waitFor(() => expect(sent()).toHaveLength(2));
  answer();
  await waitFor(() => expect(screen.queryAllByText('Saved').length).toBeGreaterThan(0));
  expect(sent()).toMatchObject([
    { version: '0', change: { late: { minutes: 20 } } },
    { version: '1', change: { platforms: [{ stop: 'bay', platform: '9' }] } },
  ]);
  expect(text()).not.toMatch(/changed this train/);
});
