// For tests only: the gate's server in memory.
import type { BodyOf, DataOf, KnownRoute, QueryOf } from '@kippu/contract/route-types';
import type { gateDecide, gateEvents, gateState, GateEvent } from '@kippu/contract/calls/gate/gate';
import type { inspectorSeats, inspectorTrains } from '@kippu/contract/calls/gate/inspect';
import type { GateDirection } from '@kippu/contract/values';
import { NOON, type VectorFile } from '@kippu/ticket-code/test/vectors';
import { GateCallError, type CallServer } from '../src/sync/call-server.ts';
import { epochToWall } from '@kippu/domain/time/service-day';

const STATION = {
  stationId: 'kyoto',
  code: 'A-01',
  stationNameJp: '京都',
  stationNameEn: 'Kyoto',
  stationNameKr: '교토',
  stationNameCn: '京都',
  stationNameTc: '京都',
  lat: 34.98,
  lon: 135.75,
  region: 'kyoto',
  gate: 'qr' as const,
  haruka: true,
};

/** A server that records its requests. It can be unreachable, close the gate, omit the proof or refuse an event. */
export function fakeServer(issuerKeys: VectorFile['issuerKeys']) {
  const server = {
    offline: false,
    closed: false,
    liar: false,
    singles: [] as string[],
    revoked: [] as DataOf<typeof gateState>['revoked'],
    passed: [] as DataOf<typeof gateState>['passed'],
    /** Where products open gates. Undefined for a server without a table. */
    products: undefined as DataOf<typeof gateState>['products'],
    productsVersion: 'v1',
    /** The table versions that the gate reported. */
    known: [] as (string | undefined)[],
    refuses: (_event: GateEvent) => false,
    /** Events that the server accepts but cannot read. */
    cannotRead: (_event: GateEvent) => false,
    /** The wait in milliseconds that the server asks for before it accepts more. */
    busyMs: 0,
    gateId: 'g-1',
    allowed: 'both' as GateDirection,
    inspects: false,
    /** The trains of the day and the list of each departure, of a server that gives them to inspectors. */
    trains: [] as DataOf<typeof inspectorTrains>['trains'],
    lists: new Map<string, DataOf<typeof inspectorSeats>>(),
    /** Every call that a gate made, by the name of its route. */
    calls: [] as string[],
    stationId: STATION.stationId,
    /** The server's decision on a code. */
    decides: (
      _asked: BodyOf<typeof gateDecide>,
    ): DataOf<typeof gateDecide> | Promise<DataOf<typeof gateDecide>> => ({ verdict: 'go' }),
    asked: 0,
    /** The server's time minus the device's. */
    ahead: 0,
    batches: [] as GateEvent[][],
    since: [] as (string | undefined)[],
    wall: () => NOON * 1000,
  };
  const state = (query: QueryOf<typeof gateState>): DataOf<typeof gateState> => {
    server.since.push(query.since);
    server.known.push(query.products);
    const serverNow = server.wall() + server.ahead;
    // The caller checks the proof. A wrong proof counts as no answer.
    if (server.liar) throw new GateCallError('offline', 'answer not proved');
    return {
      issuerKeys: issuerKeys.map(({ publicKeyHex, ...rest }) => ({
        ...rest,
        publicKey: Buffer.from(publicKeyHex, 'hex').toString('base64url'),
      })),
      revoked: server.revoked,
      passed: server.passed,
      singleProducts: server.singles,
      ...(server.products && {
        ...(query.products === server.productsVersion ? {} : { products: server.products }),
        productsVersion: server.productsVersion,
        passBackSeconds: 600,
      }),
      serverTime: epochToWall(serverNow),
      serverNow,
      proof: '',
    };
  };
  const answers: Record<string, (input: { query?: unknown; body?: unknown }) => unknown> = {
    gateEnrol: () => ({
      gateId: server.gateId,
      station: { ...STATION, stationId: server.stationId },
      direction: server.allowed,
      ...(server.inspects ? { inspects: true } : {}),
    }),
    inspectorTrains: ({ query }) => ({
      date: (query as QueryOf<typeof inspectorTrains>).date,
      trains: server.trains,
    }),
    inspectorSeats: ({ query }) => {
      const list = server.lists.get((query as QueryOf<typeof inspectorSeats>).departureId);
      if (!list) throw new GateCallError('refused', 'SEAT-0013');
      return list;
    },
    gateState: ({ query }) => state(query as QueryOf<typeof gateState>),
    gateDecide: ({ body }) => {
      server.asked += 1;
      return server.decides(body as BodyOf<typeof gateDecide>);
    },
    gateEvents: ({ body }) => {
      const { events } = body as BodyOf<typeof gateEvents>;
      if (events.some((event) => server.refuses(event))) throw new GateCallError('refused', 'REQ-0001');
      server.batches.push(events);
      return events.map((event) => ({
        eventId: event.eventId,
        verdict: server.cannotRead(event) ? 'refused' : 'accepted',
      }));
    },
  };
  const call: CallServer = async <R extends KnownRoute>(
    asked: R,
    input: { query?: unknown; body?: unknown },
  ) => {
    server.calls.push(asked.name);
    if (server.offline) throw new GateCallError('offline', 'no answer');
    if (server.busyMs > 0) throw new GateCallError('busy', 'REQ-0004', { waitMs: server.busyMs });
    if (server.closed) throw new GateCallError('closed', 'SES-0001');
    return answers[asked.name]?.(input) as DataOf<R>;
  };
  return { server, call };
}
