// Gates as the desk sees them: which are enrolled, when each was heard last, and the end of one; and one conflict by itself.
import { Type, type Static } from 'typebox';
import { STAFF_ROLES, defineCall, strict } from './call.ts';
import { GateConflict } from './desk.ts';
import { Cursor, Id, WireTime, fiveNames, page } from './fields.ts';
import { GATE_DIRECTIONS } from './gate.ts';

const DeskStation = strict({
  stationId: Type.String(),
  ...fiveNames('stationName'),
  gate: Type.Enum(['qr', 'staffed', 'none']),
});
export type DeskStation = Static<typeof DeskStation>;

/** Every station of the operator, as its timetable lists them. */
export const deskStations = defineCall({
  name: 'deskStations',
  method: 'GET',
  path: '/desk/stations',
  auth: 'desk',
  callers: STAFF_ROLES,
  data: Type.Array(DeskStation),
});

export const DeskGate = strict({
  gateId: Type.String(),
  stationId: Type.String(),
  ...fiveNames('stationName'),
  direction: Type.Enum([...GATE_DIRECTIONS]),
  enrolledAt: WireTime,
  /** To the minute; absent while it has not been heard of since it was enrolled. */
  heardAt: Type.Optional(WireTime),
  closedAt: Type.Optional(WireTime),
});
export type DeskGate = Static<typeof DeskGate>;

/** A page of 50: the open ones first, by station, in each the newest first. */
export const deskGateList = defineCall({
  name: 'deskGateList',
  method: 'GET',
  path: '/desk/gate-list',
  auth: 'desk',
  callers: ['manager'],
  query: strict({
    state: Type.Optional(Type.Enum(['open', 'closed'])),
    stationId: Type.Optional(Id),
    cursor: Type.Optional(Cursor),
  }),
  data: page(DeskGate),
});

/**
 * Ends a gate for good: its key is refused at once, so it lets nobody pass and sends nothing any more. What it has not sent
 * yet stays on the device and is sent when that is enrolled again at the same station. One closed before is answered as it is.
 */
export const deskCloseGate = defineCall({
  name: 'deskCloseGate',
  method: 'POST',
  path: '/desk/gates/close',
  auth: 'desk',
  callers: ['manager'],
  body: strict({ gateId: Id }),
  data: DeskGate,
  refusals: ['REQ-0005'],
});

export const deskGateConflict = defineCall({
  name: 'deskGateConflict',
  method: 'GET',
  path: '/desk/gate-conflict',
  auth: 'desk',
  callers: ['counter', 'sales'],
  query: strict({ conflictId: Type.String({ pattern: '^\\d{1,18}$' }) }),
  data: GateConflict,
  refusals: ['REQ-0005'],
});
