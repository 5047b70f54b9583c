// For tests only: the gate's server in memory.
import { createHash, createHmac } from 'node:crypto';
import type { BodyOf, Call, DataOf, QueryOf } from '@kippu/contract/call';
import type { gateDecide, gateEvents, gateState, GateDirection, GateEvent } from '@kippu/contract/gate';
import { NOON, type VectorFile } from '@kippu/ticket-code/vectors.test-helper';
import { CallError, type CallServer } from './call-server.ts';
import { wallOf } from './tokyo-time.ts';

const KEY = 'gate-key';
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

/** A server that keeps what it got; it can be out of reach, close the gate, lie about the time, or refuse an event. */
export function fakeServer(issuerKeys: VectorFile['issuerKeys']) {
  const server = {
    offline: false,
    closed: false,
    liar: false,
    singles: [] as string[],
    revoked: [] as DataOf<typeof gateState>['revoked'],
    passed: [] as DataOf<typeof gateState>['passed'],
    refuses: (_event: GateEvent) => false,
    /** What it takes, but cannot read. */
    cannotRead: (_event: GateEvent) => false,
    /** What it asks to wait, milliseconds, before it takes any more. */
    busyMs: 0,
    allowed: 'both' as GateDirection,
    stationId: STATION.stationId,
    /** What it says of a code. */
    decides: (
      _asked: BodyOf<typeof gateDecide>,
    ): DataOf<typeof gateDecide> | Promise<DataOf<typeof gateDecide>> => ({
      verdict: 'go',
    }),
    asked: 0,
    /** The server's time less the device's. */
    ahead: 0,
    batches: [] as GateEvent[][],
    since: [] as (string | undefined)[],
    wall: () => NOON * 1000,
  };
  const state = (query: QueryOf<typeof gateState>): DataOf<typeof gateState> => {
    server.since.push(query.since);
    const serverNow = server.wall() + server.ahead;
    const key = createHash('sha256')
      .update(server.liar ? 'another key' : KEY)
      .digest();
    return {
      issuerKeys: issuerKeys.map(({ publicKeyHex, ...rest }) => ({
        ...rest,
        publicKey: Buffer.from(publicKeyHex, 'hex').toString('base64url'),
      })),
      revoked: server.revoked,
      passed: server.passed,
      singleProducts: server.singles,
      serverTime: wallOf(serverNow),
      serverNow,
      proof: createHmac('sha256', key).update(`KQ1 time ${query.nonce} ${serverNow}`).digest('base64url'),
    };
  };
  const answers: Record<string, (input: { query?: unknown; body?: unknown }) => unknown> = {
    gateEnrol: () => ({
      gateId: 'g-1',
      key: KEY,
      station: { ...STATION, stationId: server.stationId },
      direction: server.allowed,
    }),
    gateState: ({ query }) => state(query as QueryOf<typeof gateState>),
    gateDecide: ({ body }) => {
      server.asked += 1;
      return server.decides(body as BodyOf<typeof gateDecide>);
    },
    gateEvents: ({ body }) => {
      const { events } = body as BodyOf<typeof gateEvents>;
      if (events.some((event) => server.refuses(event))) throw new CallError('refused', 'REQ-0001');
      server.batches.push(events);
      return events.map((event) => ({
        eventId: event.eventId,
        verdict: server.cannotRead(event) ? 'refused' : 'accepted',
      }));
    },
  };
  const call: CallServer = async <C extends Call>(asked: C, input: { query?: unknown; body?: unknown }) => {
    if (server.offline) throw new CallError('offline', 'no answer');
    if (server.busyMs > 0) throw new CallError('busy', 'REQ-0004', { waitMs: server.busyMs });
    if (server.closed) throw new CallError('closed', 'SES-0001');
    return answers[asked.name]?.(input) as DataOf<C>;
  };
  return { server, call };
}
