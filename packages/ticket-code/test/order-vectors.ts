// For tests: vectors for the limits of the decision and the order of its reasons, and the rules that older vectors
// cover.
import type { Certificate } from '../src/certificate/payload.ts';
import type { Vector } from './vector.ts';

type Make = (
  changes?: Partial<Certificate>,
  options?: {
    readonly direction?: 'in' | 'out';
    readonly kid?: string;
    readonly secret?: Uint8Array;
    readonly phone?: Uint8Array;
    readonly at?: number;
  },
) => Promise<string>;

interface Known {
  readonly now: number;
  readonly ticketId: string;
  readonly makeCode: Make;
  readonly old: { readonly kid: string; readonly secret: Uint8Array };
  readonly next: { readonly kid: string; readonly secret: Uint8Array };
  readonly otherPhone: Uint8Array;
}

/** Builds the vectors. */
export async function makeOrderVectors({
  now,
  ticketId,
  makeCode,
  old,
  next,
  otherPhone,
}: Known): Promise<Vector[]> {
  const vectors: Vector[] = [];
  const add = (rules: string, name: string, text: string, expected: string, more: Partial<Vector> = {}) =>
    vectors.push({
      name,
      rules: rules.split(' '),
      text,
      now,
      revoked: [],
      seen: [],
      ...more,
      expect:
        expected === 'in' || expected === 'out'
          ? { ok: true, ticketId, direction: expected }
          : { ok: false, reason: expected as Extract<Vector['expect'], { ok: false }>['reason'] },
    });
  const usual = await makeCode();
  const revoked = { revoked: [ticketId] };
  const seen = { seen: [{ ticketId, direction: 'in' as const }] };
  const hour = 3_600;

  // The validity of keys: `old` ends a minute before noon, `next` begins an hour after it.
  const oldEnd = now - 60;
  const inOld = { issuedAt: oldEnd - hour, expiresAt: now + hour };
  add('D3', 'last second of a key', await makeCode(inOld, { ...old, at: oldEnd }), 'in', { now: oldEnd });
  add('D3', 'a second after a key', await makeCode(inOld, { ...old, at: oldEnd + 1 }), 'keyExpired', {
    now: oldEnd + 1,
  });
  add(
    'D3',
    'issued in the last second of a key',
    await makeCode({ issuedAt: oldEnd }, { ...old, at: oldEnd }),
    'in',
    { now: oldEnd },
  );
  add(
    'D3',
    'issued a second after its key',
    await makeCode({ issuedAt: oldEnd + 1 }, { ...old, at: oldEnd }),
    'keyExpired',
    { now: oldEnd },
  );
  const begin = now + hour;
  add(
    'D3',
    'a second before a key',
    await makeCode({ issuedAt: begin }, { ...next, at: begin - 1 }),
    'keyExpired',
    { now: begin - 1 },
  );
  add(
    'D3',
    'issued a second before its key',
    await makeCode({ issuedAt: begin - 1 }, { ...next, at: begin }),
    'keyExpired',
    { now: begin },
  );

  add('D8', 'first second of the validity', await makeCode({ validFrom: now }), 'in');
  add(
    'D8',
    'issued 30 seconds from now',
    await makeCode({ issuedAt: now + 30, expiresAt: now + hour }),
    'in',
  );
  add(
    'D8',
    'issued 31 seconds from now',
    await makeCode({ issuedAt: now + 31, expiresAt: now + hour }),
    'notYetValid',
  );

  add(
    'D15',
    'malformed comes before forged',
    `${await makeCode({}, { kid: 'k9' })}0`.slice(0, -2),
    'malformed',
  );
  add(
    'D15',
    "forged by the phone comes before the key's end",
    await makeCode({}, { ...old, phone: otherPhone }),
    'forged',
  );
  add('D15', "the key's end comes before revoked", await makeCode({}, old), 'keyExpired', revoked);
  add(
    'D15',
    "the key's end comes before the clock",
    await makeCode({}, { ...old, at: now - 31 }),
    'keyExpired',
  );
  add('D15', 'revoked comes before the clock ahead', usual, 'revoked', { ...revoked, now: now - 31 });
  add(
    'D15',
    'revoked comes before the end of the certificate',
    await makeCode({ expiresAt: now - 1 }),
    'revoked',
    revoked,
  );
  add('D15', 'revoked comes before the place', usual, 'revoked', { ...revoked, direction: 'out' });
  add('D15', 'stale comes before the end of the certificate', await makeCode({ expiresAt: now }), 'stale', {
    now: now + 31,
  });
  add('D15', 'ahead comes before not yet valid', await makeCode({ validFrom: now }), 'clockAhead', {
    now: now - 31,
  });
  add(
    'D15',
    'the end of the certificate comes before not yet valid',
    await makeCode({ expiresAt: now - 1, validFrom: now + 1 }),
    'certificateExpired',
  );
  add(
    'D15',
    'the end of the certificate comes before that of the validity',
    await makeCode({ expiresAt: now - 1, validUntil: now - 1 }),
    'certificateExpired',
  );
  add(
    'D15',
    'not yet valid comes before expired',
    await makeCode({ issuedAt: now + 31, expiresAt: now + hour, validUntil: now - 1 }),
    'notYetValid',
  );
  add(
    'D15',
    'not yet valid comes before the place',
    await makeCode({ validFrom: now + 1, places: ['KIX'] }),
    'notYetValid',
    { place: 'TEN' },
  );
  add('D15', 'expired comes before used', await makeCode({ validUntil: now - 1 }), 'expired', seen);
  add('D15', 'another place comes before used', await makeCode({ places: ['KIX'] }), 'wrongPlace', {
    ...seen,
    place: 'TEN',
  });

  add('D11', 'one of several places', await makeCode({ places: ['KIX', 'TEN', 'KYO'] }), 'in', {
    place: 'KYO',
  });
  add('D11', 'a place in small letters', await makeCode({ places: ['ten'] }), 'wrongPlace', { place: 'TEN' });
  add('D11', 'a place that begins alike', await makeCode({ places: ['TENNOJI'] }), 'wrongPlace', {
    place: 'TEN',
  });
  const table = (entry: string[], exit: string[]) => ({
    place: 'TEN',
    products: { 'P-HARUKA-1': { in: entry, out: exit } },
  });
  const leaving = await makeCode({}, { direction: 'out' });
  add('D17', 'an exit by the table', leaving, 'out', table([], ['TEN']));
  add('D17', 'an exit where the table has entries only', leaving, 'wrongPlace', table(['TEN'], []));
  add('D17', 'the table in small letters', usual, 'wrongPlace', table(['ten'], []));
  add(
    'D17',
    'the table shuts where a place is named',
    await makeCode({ places: ['TEN'] }),
    'wrongPlace',
    table([], []),
  );
  add('D18', 'no gate, without a table', await makeCode({ places: ['-'] }), 'wrongPlace', { place: 'TEN' });
  add('D19', 'no table and no places', usual, 'in', { place: 'TEN' });
  add('D19', 'not in the table, at another place', await makeCode({ places: ['KIX'] }), 'wrongPlace', {
    place: 'TEN',
    products: {},
  });
  const ended = { validFrom: now - 86_400, validUntil: now - 4 * hour, expiresAt: now };
  add('D20', 'an entry in the second after the end', await makeCode({ validUntil: now - 1 }), 'expired');
  add('D20', 'an entry four hours after the end', await makeCode(ended), 'expired');
  add('D15', 'a late exit at another place', await makeCode(ended, { direction: 'out' }), 'wrongPlace', {
    direction: 'in',
  });
  add('D13', 'another ticket passed', usual, 'in', { seen: [{ ticketId: 'T-2', direction: 'in' }] });
  return vectors;
}

/** The rules that the other vectors cover, by vector name. */
export const RULES_OF: Readonly<Record<string, string>> = {
  'plain entry': 'C1 D16',
  'exit after entry': 'D13',
  'with a seat': 'P14',
  'ids that are not UUIDs': 'P3',
  'high s, as WebCrypto may give': 'M3',
  '30 seconds late': 'D5',
  '30 seconds ahead': 'D6',
  'at its station': 'D11',
  'last second of validity': 'D9',
  'last second of the certificate': 'D7',
  'another ticket is revoked': 'D4',
  empty: 'T1 D1',
  'an address': 'T1',
  'small letters': 'T1',
  'cut short': 'C6',
  'signed by a stranger under our key id': 'D2',
  'unknown key id': 'D2',
  'shown by another phone': 'M1',
  'forged comes before revoked': 'D15',
  'retired key': 'D3',
  'old key, in its time': 'D3',
  'next key, published but not yet valid': 'D3',
  'issued before its key began': 'D3',
  'next key, from its first second': 'D3',
  'present key, after the next began': 'D3',
  revoked: 'D4',
  'revoked comes before used': 'D15',
  'revoked comes before time': 'D15',
  'screenshot, 31 seconds old': 'D5',
  'time comes before used': 'D15',
  '31 seconds ahead': 'D6',
  'certificate outlived': 'D7',
  'day not come': 'D8',
  'day gone': 'D9',
  'time comes before place': 'D15',
  'another station': 'D11',
  'entry code at an exit': 'D10',
  'place comes before used': 'D15',
  used: 'D13',
  'the table of products opens the gate': 'D17',
  'the table opens it for the other direction only': 'D17',
  'the table comes before the places': 'D17',
  'a ticket that opens no gate': 'D18',
  'not in the table, at its place': 'D19',
  'not in the table, and no places': 'D12',
  'back the other way at once': 'D14',
  'used comes before back the other way': 'D15',
  'exit a second after the end': 'D20',
  'exit four hours after the end': 'D20',
  'exit later than that': 'D20',
  'second exit after the end': 'D21',
};

/** One case of a gate's memory: the usual code, shown at `now`. */
export interface RememberedVector {
  readonly name: string;
  readonly rules: readonly string[];
  readonly text: string;
  readonly now: number;
  /** As the server reported them, in this order. */
  readonly revoked: readonly { readonly ticketId: string; readonly at: number }[];
  /** When a ticket last passed in each direction; `single` means valid for one journey. */
  readonly passed: readonly {
    readonly ticketId: string;
    readonly in?: number;
    readonly out?: number;
    readonly single: boolean;
  }[];
  /** What its traveller last verified in a direction, or took back. The gate is in Kyoto. */
  readonly verified?: readonly {
    readonly ticketId: string;
    readonly direction: 'in' | 'out';
    readonly at: number;
    readonly single: boolean;
    readonly stationId: string;
    readonly cancelled?: boolean;
  }[];
  readonly expect: string;
}

/** Builds the cases of a gate's memory. The usual certificate is issued at `issuedAt`. */
export async function makeRememberedVectors(
  { now, ticketId, issuedAt }: { readonly now: number; readonly ticketId: string; readonly issuedAt: number },
  codes: { readonly in: string; readonly out: string },
): Promise<RememberedVector[]> {
  const vectors: RememberedVector[] = [];
  const add = (
    rule: string,
    name: string,
    way: 'in' | 'out',
    expected: string,
    known: {
      readonly revoked?: readonly number[];
      readonly passed?: { readonly in?: number; readonly out?: number; readonly single: boolean };
    },
  ) =>
    vectors.push({
      name,
      rules: [rule],
      text: codes[way],
      now,
      revoked: (known.revoked ?? []).map((at) => ({ ticketId, at })),
      passed: known.passed ? [{ ticketId, ...known.passed }] : [],
      expect: expected,
    });
  const addVerified = (
    rule: string,
    name: string,
    way: 'in' | 'out',
    expected: string,
    verified: Omit<NonNullable<RememberedVector['verified']>[number], 'ticketId'>,
    passed: { readonly in?: number; readonly out?: number } | null = null,
  ) => {
    add(rule, name, way, expected, passed ? { passed: { ...passed, single: verified.single } } : {});
    const made = vectors.pop();
    if (made) vectors.push({ ...made, verified: [{ ticketId, ...verified }] });
  };
  const long = now - 10 * 86_400;
  add('R1', 'revoked in the second of its issue', 'in', 'revoked', { revoked: [issuedAt] });
  add('R1', 'revoked after its issue', 'in', 'revoked', { revoked: [issuedAt + 100] });
  add('R1', 'issued a second after the revocation', 'in', 'go', { revoked: [issuedAt - 1] });
  add('R2', 'revoked again later', 'in', 'revoked', { revoked: [issuedAt - 100, issuedAt] });
  add('R2', 'an earlier revocation that is reported later', 'in', 'revoked', {
    revoked: [issuedAt, issuedAt - 100],
  });
  add('U1', 'a single journey, entered long ago', 'in', 'used', { passed: { in: long, single: true } });
  add('U1', 'a single journey leaves after its entry', 'out', 'go', { passed: { in: long, single: true } });
  add('U2', 'a single journey, left long ago, enters', 'in', 'used', {
    passed: { in: long - 1, out: long, single: true },
  });
  add('U2', 'a single journey, left long ago, leaves', 'out', 'used', {
    passed: { in: long - 1, out: long, single: true },
  });
  add('U2', 'a single journey, of which only the exit is known, enters', 'in', 'used', {
    passed: { out: long, single: true },
  });
  add('U3', 'a pass again within 30 minutes', 'in', 'used', { passed: { in: now - 1_799, single: false } });
  add('U3', 'a pass leaves again within 30 minutes', 'out', 'used', {
    passed: { out: now - 60, single: false },
  });
  add('U3', 'a pass the other way', 'out', 'go', { passed: { in: now - 60, single: false } });
  add('U4', 'a pass again after 30 minutes', 'in', 'go', { passed: { in: now - 1_800, single: false } });
  add('U4', 'a pass from long ago', 'in', 'go', { passed: { in: long, single: false } });
  add('U5', 'a pass that has left since', 'in', 'go', {
    passed: { in: now - 120, out: now - 60, single: false },
  });
  add('U5', 'a pass that has left in the same second', 'in', 'go', {
    passed: { in: now - 60, out: now - 60, single: false },
  });
  add('U5', 'a pass that had left before', 'in', 'used', {
    passed: { in: now - 60, out: now - 120, single: false },
  });
  add('U6', 'a pass that passed far ahead of now', 'in', 'go', {
    passed: { in: now + 1_800, single: false },
  });
  add('U6', 'a pass that passed a little ahead of now', 'in', 'used', {
    passed: { in: now + 60, single: false },
  });
  const pass = { direction: 'in', single: false, stationId: 'osaka' } as const;
  const single = { ...pass, single: true } as const;
  addVerified('U7', 'a pass verified at another station', 'in', 'used', { ...pass, at: now - 60 });
  addVerified('U7', 'a pass verified at another station 30 minutes ago', 'in', 'go', {
    ...pass,
    at: now - 1_800,
  });
  addVerified('U7', 'a pass verified at another station leaves', 'out', 'go', { ...pass, at: now - 60 });
  addVerified('U7', 'a single journey verified at another station long ago', 'in', 'used', {
    ...single,
    at: long,
  });
  addVerified('U7', 'a single journey whose exit was verified enters', 'in', 'used', {
    ...single,
    direction: 'out',
    stationId: 'kyoto',
    at: now - 60,
  });
  addVerified(
    'U7',
    'a pass that entered and verified its exit since',
    'in',
    'go',
    { ...pass, direction: 'out', at: now - 60 },
    { in: now - 120 },
  );
  addVerified('U8', 'a pass verified beside the gate', 'in', 'go', {
    ...pass,
    stationId: 'kyoto',
    at: now - 420,
  });
  addVerified('U8', 'a pass verified beside the gate too long ago', 'in', 'used', {
    ...pass,
    stationId: 'kyoto',
    at: now - 421,
  });
  addVerified('U8', 'a single journey verified beside the gate', 'in', 'go', {
    ...single,
    stationId: 'kyoto',
    at: now - 60,
  });
  addVerified('U8', 'a single journey whose exit was verified beside the gate leaves', 'out', 'go', {
    ...single,
    direction: 'out',
    stationId: 'kyoto',
    at: now - 60,
  });
  addVerified(
    'U8',
    'a pass verified beside the gate that passed it already',
    'in',
    'used',
    { ...pass, stationId: 'kyoto', at: now - 60 },
    { in: now - 30 },
  );
  addVerified('U9', 'a cancelled verification', 'in', 'go', { ...pass, at: now - 60, cancelled: true });
  return vectors;
}
