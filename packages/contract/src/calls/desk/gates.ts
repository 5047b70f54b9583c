// Gates at the desk: which are enrolled, when each last called, how one is closed; the codes that no gate has used; and one conflict by its id.
import { Type, type Static } from 'typebox';
import { GATE_DIRECTIONS } from '../../values.ts';
import { defineCall, strict } from '../../call.ts';
import * as routes from '../../routes/desk/gates.ts';
import { GateConflict } from './issue.ts';
import { Cursor, Id, WireTime, nameFields, page } from '../../fields.ts';

const DeskStation = strict({
  stationId: Type.String(),
  ...nameFields('stationName'),
  gate: Type.Enum(['qr', 'staffed', 'none']),
});
export type DeskStation = Static<typeof DeskStation>;

/** Every station of the operator, in the order of its timetable. */
export const deskStations = defineCall(routes.deskStations, { data: Type.Array(DeskStation) });

export const DeskGate = strict({
  gateId: Type.String(),
  stationId: Type.String(),
  ...nameFields('stationName'),
  direction: Type.Enum([...GATE_DIRECTIONS]),
  /** Only for an inspector's device. */
  inspects: Type.Optional(Type.Literal(true)),
  enrolledAt: WireTime,
  /** To the minute. Absent if it has not called since its enrolment. */
  heardAt: Type.Optional(WireTime),
  closedAt: Type.Optional(WireTime),
  /** Only with `closedAt`: later acts of the gate do not count. */
  countsUntil: Type.Optional(WireTime),
});
export type DeskGate = Static<typeof DeskGate>;

/** A page of 50: open gates first, by station, newest first in each. */
export const deskGateList = defineCall(routes.deskGateList, {
  query: strict({
    state: Type.Optional(Type.Enum(['open', 'closed'])),
    stationId: Type.Optional(Id),
    cursor: Type.Optional(Cursor),
  }),
  data: page(DeskGate),
});

/**
 * Closes a gate for good: every process refuses its key at once, so it lets nobody pass and reports nothing more.
 * Unreported events stay on the device and are reported when it is enrolled again at the same station.
 *
 * `countsUntil` is when the operator last had control of the gate; absent means now. Later acts of the gate are set
 * aside as conflicts `afterClosing`, whether already reported or not. For a gate that is already closed, only an
 * earlier `countsUntil` is accepted. DESK-0006 with `at` and `until`: it was closed at that time, and no earlier time is given. DESK-0007: a time in the
 * future.
 */
export const deskCloseGate = defineCall(routes.deskCloseGate, {
  body: strict({ gateId: Id, countsUntil: Type.Optional(WireTime) }),
  data: DeskGate,
  refusals: ['REQ-0005', 'DESK-0006', 'DESK-0007'],
});

/** A code that would enrol a gate now. It does not contain the code itself, which is shown once. */
export const DeskGateCode = strict({
  codeId: Type.String(),
  stationId: Type.String(),
  ...nameFields('stationName'),
  direction: Type.Enum([...GATE_DIRECTIONS]),
  /** Only for an inspector's device. */
  inspects: Type.Optional(Type.Literal(true)),
  madeAt: WireTime,
  expiresAt: WireTime,
  /** The name of the member of staff who made it. Absent for a sales system's and for the demonstration's codes. */
  byName: Type.Optional(Type.String()),
});
export type DeskGateCode = Static<typeof DeskGateCode>;

/** A page of 50 codes that are valid and unused, newest first. */
export const deskGateCodes = defineCall(routes.deskGateCodes, {
  query: strict({ cursor: Type.Optional(Cursor) }),
  data: page(DeskGateCode),
});

/**
 * Withdraws an unused code: from then on it enrols no gate. REQ-0005: the code is unknown, expired or withdrawn. DESK-0001: a gate has
 * used it, and stays enrolled.
 */
export const deskWithdrawGateCode = defineCall(routes.deskWithdrawGateCode, {
  body: strict({ codeId: Id }),
  data: strict({ codeId: Type.String(), stationId: Type.String() }),
  refusals: ['REQ-0005', 'DESK-0001'],
});

export const deskGateConflict = defineCall(routes.deskGateConflict, {
  query: strict({ conflictId: Type.String({ pattern: '^\\d{1,18}$' }) }),
  data: GateConflict,
  refusals: ['REQ-0005'],
});
