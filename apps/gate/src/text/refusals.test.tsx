// Every refusal that a gate can receive has a text and a next step for staff.
import type { Call } from '@kippu/contract/call';
import { ALL_CALLS } from '@kippu/contract/calls/all-calls';
import type { KnownRoute } from '@kippu/contract/route-types';
import { ERROR_STATUS, type ErrorCode } from '@kippu/contract/errors';
import { gateDecide, gateEnrol, gateEvents, gateState } from '@kippu/contract/calls/gate/gate';
import { inspectorSeats, inspectorTrains } from '@kippu/contract/calls/gate/inspect';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { App } from '../app.tsx';
import { GateCallError, newCallServer } from '../sync/call-server.ts';
import { EnrolScreen } from '../screens/enrol-screen.tsx';
import { PinScreen } from '../screens/pin-screen.tsx';
import { barWords, enrolWords, syncWords, TROUBLES, troubleOf, type Trouble } from './refusals.ts';
import { testGate } from '../../test/test-gate.ts';
import { idleInspector } from '../../test/idle-inspector.ts';
import { haltText, type Halt } from './texts.ts';

vi.mock('../reader/code-detector.ts', () => ({ newCodeDetector: async () => () => [] }));
vi.mock('../reader/camera-reader.ts', () => ({ readCamera: () => () => undefined }));

/** The refusals that any call may return, besides its own. */
const GENERAL = ['REQ-0001', 'REQ-0003', 'REQ-0004', 'REQ-0005', 'REQ-0006', 'REQ-0007', 'SES-0001'] as const;
const OWN: Readonly<Partial<Record<ErrorCode, Trouble>>> = {
  'ACC-0004': 'codeUnknown',
  'ACC-0005': 'codeOld',
  'GATE-0001': 'clock',
  'REQ-0004': 'busy',
  'SES-0001': 'closed',
  'REQ-0001': 'notTaken',
  'REQ-0003': 'notTaken',
  'SEAT-0013': 'notTaken',
};
const GATE_CALLS = [gateEnrol, gateState, gateEvents, gateDecide, inspectorTrains, inspectorSeats];
const codesOf = (call: Call) => [...new Set<ErrorCode>([...call.refusals, ...GENERAL])];

/** The errors that the gate's call function makes from an answer. */
async function failure(
  answer: () => Response | Promise<Response>,
  route: KnownRoute = gateState,
): Promise<GateCallError> {
  vi.stubGlobal('fetch', async () => answer());
  const failed: unknown = await newCallServer(() => Date.now())(route, { caller: { key: 'k' } }).catch(
    (error: unknown) => error,
  );
  if (!(failed instanceof GateCallError)) throw new Error('the call did not fail');
  return failed;
}
const refusal = (code: ErrorCode) => () =>
  Response.json({ state: 'fail', code, msg: '', values: {}, data: null }, { status: ERROR_STATUS[code] });

const press = async (name: RegExp) => {
  const button = (await screen.findAllByRole('button', { name })).at(-1);
  if (!button) throw new Error(`no button ${String(name)}`);
  await act(async () => fireEvent.click(button));
};
const fill = (label: RegExp, value: string) =>
  act(async () => fireEvent.change(screen.getByLabelText(label), { target: { value } }));
const alerts = () => screen.getAllByRole('alert').map(({ textContent }) => textContent ?? '');
const saysBoth = ({
  title,
  todo,
}: {
  title: { ja: string; en: string };
  todo: { ja: string; en: string };
}) => {
  const said = alerts().join(' ');
  for (const words of [title.ja, title.en, todo.ja, todo.en]) expect(said).toContain(words);
};

test('every call of a gate is covered', () => {
  expect(
    ALL_CALLS.filter(({ auth, path }) => auth === 'gate' || path.startsWith('/gate/'))
      .map(({ name }) => name)
      .toSorted(),
  ).toEqual(GATE_CALLS.map(({ name }) => name).toSorted());
});

describe.each(GATE_CALLS.map((call) => [call.name, call] as const))('%s', (_name, call) => {
  test.each(codesOf(call))('%s is known for what it is', async (code) => {
    const error = await failure(refusal(code), call);
    expect(troubleOf(error)).toBe(OWN[code] ?? 'server');
  });
});

test.each([
  ['no network', () => Promise.reject(new TypeError('network')), 'network'],
  ['a network that wants a login', () => new Response('<html>'), 'network'],
  ['an answer without a proof', () => Response.json({ state: 'success', data: {} }), 'unproved'],
  ['a proxy without its server', () => new Response('<html>', { status: 502 }), 'network'],
] as const)('%s', async (_name, answer, trouble) => {
  expect(troubleOf(await failure(answer))).toBe(trouble);
});

test('each kind of failure has its own text for enrolment and for work', () => {
  expect(enrolWords(new GateCallError('busy', 'REQ-0004')).todo.en).toBe('Try again in 60 s');
  for (const trouble of TROUBLES) {
    const { title, todo } = syncWords(trouble);
    for (const { ja, en } of [title, todo]) expect([ja.length > 4, en.length > 4]).toEqual([true, true]);
  }
});

test('the bar shows a closed gate and a wrong clock as such, not as a server fault', () => {
  const bar = (trouble: Trouble) => barWords(trouble).en;
  expect([bar('closed'), bar('clock'), bar('network'), bar('storage')]).toEqual([
    'Not enrolled',
    'Clock',
    'Offline',
    'Device error',
  ]);
});

test.each(codesOf(gateEnrol))('the form of enrolment refused with %s', async (code) => {
  const error = await failure(refusal(code), gateEnrol);
  render(<EnrolScreen onEnrol={() => Promise.reject(error)} />);
  await fill(/One-time code$/, 'AAAA');
  await fill(/Staff PIN$/, '2468');
  await fill(/Once more$/, '2468');
  await act(async () => fireEvent.submit(document.querySelector('form')!));
  await waitFor(() => saysBoth(enrolWords(error)));
  // The code stays for correction, and the button sends it again.
  const field = screen.getByLabelText<HTMLInputElement>(/One-time code$/);
  expect(field.value).toBe('AAAA');
  expect(field.getAttribute('aria-invalid')).toBe(String(/^(ACC-000[45]|REQ-000[13])$/.test(code)));
  expect(screen.getByRole<HTMLButtonElement>('button', { name: /Enrol$/ }).disabled).toBe(false);
});

test.each([
  ['a device that keeps nothing', new Error('private mode'), /This device cannot save it/],
  ['a browser without the keys', new GateCallError('fault', 'no keys'), /This page has a fault/],
])('the enrolment form on %s', async (_name, error, words) => {
  render(<EnrolScreen onEnrol={() => Promise.reject(error)} />);
  await fill(/One-time code$/, 'AAAA');
  await fill(/Staff PIN$/, '2468');
  await fill(/Once more$/, '2468');
  await act(async () => fireEvent.submit(document.querySelector('form')!));
  await waitFor(() => expect(alerts().join(' ')).toMatch(words));
});

const HALTS: readonly Halt[] = [
  { kind: 'off', seconds: 200 },
  { kind: 'off', seconds: -200 },
  { kind: 'setBack', seconds: 200 },
  { kind: 'unchecked' },
  { kind: 'keys' },
  { kind: 'closed' },
  { kind: 'storage' },
];

describe('a gate at work', () => {
  let gate: ReturnType<typeof testGate>;
  let machine: Awaited<ReturnType<typeof gate.enrolled>>;
  beforeEach(async () => {
    gate = testGate();
    machine = await gate.enrolled();
  });
  const staff = async (tab: RegExp) => {
    await press(/Staff$/);
    for (const digit of '2468') await press(new RegExp(`^${digit}$`));
    await press(/Open$/);
    await press(tab);
  };
  const show = () =>
    render(<App machine={machine} database={gate.database} inspector={idleInspector(machine)} />);

  test.each(HALTS)('that does not run ($kind) shows why and what to do', (halt) => {
    vi.spyOn(machine, 'view').mockReturnValue({ ...machine.view(), halt });
    show();
    saysBoth(haltText(halt));
    expect(screen.getByRole('button', { name: /Staff$/ })).toBeTruthy();
  });

  test.each([...codesOf(gateState)])('whose sync is refused with %s says so to staff', async (code) => {
    const error = await failure(refusal(code));
    gate.call = () => Promise.reject(error);
    await expect(machine.syncRound()).rejects.toBe(error);
    show();
    await staff(/Today$/);
    saysBoth(syncWords(troubleOf(error)));
    expect(screen.getByRole('button', { name: /Send now$/ })).toBeTruthy();
  });

  test('lists the passages that the server never accepts, and warns that erasing the gate deletes them', async () => {
    gate.server.cannotRead = () => true;
    machine.act({ code: 37, ticket: { ticketNo: '261128000017' }, reason: 'lost' });
    await machine.syncRound();
    show();
    await staff(/Today$/);
    expect(alerts().join(' ')).toContain('1 cannot be sent');
    await waitFor(() => expect(screen.getByText(/261128000017$/)).toBeTruthy());
    expect(screen.getByText('Forced exit')).toBeTruthy();
    await press(/Settings$/);
    await press(/Erase this enrolment$/);
    expect(alerts().join(' ')).toContain('1 that cannot be sent are erased too');
  });

  test('reports that a full device cannot save a change or an end of enrolment', async () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    show();
    await staff(/Settings$/);
    gate.database.fault = new Error('disk full');
    await press(/Exit$/);
    expect(alerts().join(' ')).toContain('This device cannot save it');
    expect(machine.view().settings?.direction).toBe('both');
    await press(/Erase this enrolment$/);
    await press(/Erase everything$/);
    expect(alerts().join(' ')).toContain('This device cannot save it');
    expect(machine.view().phase).toBe('ready');
    expect(logged).toHaveBeenCalledTimes(2);
    logged.mockRestore();
  });

  test('shows where waiting events are sent from, before it is erased', async () => {
    machine.act({ code: 37, ticket: { ticketNo: '261128000017' }, reason: 'lost' });
    show();
    await staff(/Settings$/);
    await press(/Erase this enrolment$/);
    await press(/Erase everything$/);
    await waitFor(() => expect(alerts().join(' ')).toContain('Send them first: Today, then Send now'));
  });

  test('asks for missing fields of the manual form at each press', async () => {
    show();
    await staff(/By hand$/);
    await press(/Let pass$/);
    expect(alerts().join(' ')).toContain('Choose a ticket or enter its number');
    await fill(/Ticket number$/, '261128000017');
    await press(/Let pass$/);
    expect(alerts().join(' ')).toContain('Give the reason');
    await press(/Code cannot be read$/);
    await press(/Let pass$/);
    expect(machine.view().verdict?.kind).toBe('go');
  });
});

test.each([
  ['wrong', 'Wrong PIN'],
  [60, 'Try again in 60 s'],
] as const)('a refused PIN (%s) shows what to do when it is forgotten', async (answer, words) => {
  render(<PinScreen onTry={async () => answer} onRight={() => undefined} onBack={() => undefined} />);
  await press(/^1$/);
  await press(/Open$/);
  expect(alerts().join(' ')).toContain(words);
  expect(within(document.body).getByText(/^Forgotten\?/)).toBeTruthy();
  expect(screen.getByRole('button', { name: /Back$/ })).toBeTruthy();
});
