// Where and when a gate without a network lets a ticket pass. The product table decides first, then the certificate.
// Passing back is refused for some minutes. Exit is allowed until four hours after the validity.
import { beforeEach, describe, expect, it } from 'vitest';
import { readProductGates } from '@kippu/ticket-code/test/operator-products';
import { CERTIFICATE, NOON, TICKET } from '@kippu/ticket-code/test/vectors';
import type { GateMachine } from './gate-machine.ts';
import { testGate } from '../../test/test-gate.ts';
import { epochToWall } from '@kippu/domain/time/service-day';

let gate: ReturnType<typeof testGate>;
let server: typeof gate.server;

beforeEach(() => {
  gate = testGate();
  ({ server } = gate);
});

/**
 * Enrols a gate at the station, loads the table, disconnects it and restarts it. The table then comes from the device.
 */
async function cutOff(stationId = 'kyoto'): Promise<GateMachine> {
  server.stationId = stationId;
  await gate.enrolled();
  server.offline = true;
  return gate.open();
}

const HOUR = 3_600;
const said = (verdict: Awaited<ReturnType<typeof gate.show>>) =>
  verdict && (verdict.kind === 'go' ? 'go' : `${verdict.kind} ${verdict.reason?.en}`);
const WRONG = 'stop Not for this gate: check the station and direction';

describe.each(readProductGates())('$productId', (product) => {
  const { productId, samples } = product;
  const directions = ['in', 'out'] as const;

  it.each(samples)('opens only the gates of its directions: %s', async (stationId) => {
    server.products = { [productId]: { in: [...product.in], out: [...product.out] } };
    const machine = await cutOff(stationId);
    for (const direction of directions) {
      const shown = await gate.show(machine, { productId, ticketId: `T-${direction}` }, { direction });
      expect(said(shown), direction).toBe(product[direction].includes(stationId) ? 'go' : WRONG);
    }
  });

  it('allows exit until four hours after its midnight, and no entry after it', async () => {
    const [entrance, exit] = [product.in[0], product.out[0]];
    if (entrance === undefined || exit === undefined) return;
    server.products = { [productId]: { in: [...product.in], out: [...product.out] } };
    const ended = (ticketId: string, before: number) => {
      const validUntil = Math.floor(gate.time.wall / 1000) + 4 - before;
      return {
        productId,
        ticketId,
        validFrom: NOON - 24 * HOUR,
        validUntil,
        expiresAt: validUntil + 4 * HOUR,
      };
    };
    const machine = await cutOff(exit);
    const out = { direction: 'out' } as const;
    expect(said(await gate.show(machine, ended('T-1', 1), out))).toBe('go');
    expect(said(await gate.show(machine, ended('T-2', 4 * HOUR), out))).toBe('go');
    expect(said(await gate.show(machine, ended('T-3', 4 * HOUR + 1), out))).toMatch(
      /^staff The phone has to/,
    );
    // A ticket that left after the end cannot leave a second time.
    expect(said(await gate.show(machine, ended('T-2', 4 * HOUR), out))).toBe('staff This ticket has expired');
    expect(said(await gate.show(machine, ended('T-4', 1)))).toBe('stop This ticket has expired');
  });
});

describe('a product that the gate does not know', () => {
  beforeEach(() => {
    server.products = { another: { in: ['kyoto'], out: ['kyoto'] } };
  });

  it('passes by its certificate, or goes to staff when the certificate names no places', async () => {
    const machine = await cutOff();
    expect(said(await gate.show(machine, { ticketId: 'T-1', places: ['kyoto'] }))).toBe('go');
    expect(said(await gate.show(machine, { ticketId: 'T-2', places: ['osaka'] }))).toBe(WRONG);
    expect(said(await gate.show(machine, { ticketId: 'T-3', places: ['-'] }))).toBe(WRONG);
    expect(said(await gate.show(machine, { ticketId: 'T-4' }))).toMatch(/^staff This gate does not know/);
  });

  it('is known once the table has it, and only a gate with another version requests the table', async () => {
    const machine = await gate.enrolled();
    server.products = { [CERTIFICATE.productId]: { in: ['kyoto'], out: [] } };
    await machine.syncRound();
    // The version is the same, so the server sends no table.
    expect(said(await gate.show(machine, { ticketId: 'T-1' }))).toMatch(/^staff/);
    server.productsVersion = 'v2';
    await machine.syncRound();
    expect(said(await gate.show(machine, { ticketId: 'T-2' }))).toBe('go');
    await machine.syncRound();
    expect(said(await gate.show(machine, { ticketId: 'T-3' }))).toBe('go');
    expect(server.known.slice(-3)).toEqual(['v1', 'v1', 'v2']);
  });
});

it('the table takes precedence over the certificate, but a ticket that opens no gate opens none', async () => {
  server.products = { [CERTIFICATE.productId]: { in: ['kyoto'], out: ['kyoto'] } };
  const machine = await cutOff();
  expect(said(await gate.show(machine, { ticketId: 'T-1', places: ['osaka'] }))).toBe('go');
  expect(said(await gate.show(machine, { ticketId: 'T-2', places: ['-'] }))).toBe(WRONG);
});

it('without a table from the server the certificate decides', async () => {
  const machine = await cutOff();
  expect(said(await gate.show(machine, { ticketId: 'T-1' }))).toBe('go');
  expect(said(await gate.show(machine, { ticketId: 'T-2', places: ['osaka'] }))).toBe(WRONG);
});

describe('passing back', () => {
  it('within ten minutes needs staff, whatever direction the phone shows', async () => {
    const machine = await cutOff();
    expect(said(await gate.show(machine))).toBe('go');
    for (const direction of ['out', 'in', 'out', 'in', 'out'] as const)
      expect(said(await gate.show(machine, {}, { direction }))).not.toBe('go');
    expect(said(await gate.show(machine, {}, { direction: 'out' }))).toBe(
      'staff It passed here the other way at 12:00: one ticket, one person?',
    );
    expect(machine.view().count).toMatchObject({ in: 1, out: 0 });
    gate.pass(600_000);
    expect(said(await gate.show(machine, {}, { direction: 'out' }))).toBe('go');
  });

  it.each([
    ['kyoto', 'staff'],
    ['osaka', 'go'],
  ])('after it was let in by a gate at %s, the result is: %s', async (stationId, expected) => {
    server.passed = [
      { ticketId: TICKET, direction: 'in', at: epochToWall(NOON * 1000 - 60_000), single: false, stationId },
    ];
    const machine = await cutOff();
    expect((await gate.show(machine, {}, { direction: 'out' }))?.kind).toBe(expected);
  });

  it('is remembered through a restart', async () => {
    const machine = await cutOff();
    await gate.show(machine);
    const again = await gate.open();
    expect((await gate.show(again, {}, { direction: 'out' }))?.kind).toBe('staff');
  });
});
