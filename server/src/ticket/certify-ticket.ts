// The certificate a phone keeps and shows as a code: one ticket, one phone, one day at most.
import { ECDH } from 'node:crypto';
import { CERTIFICATE_HOURS } from '@kippu/contract/limits';
import type { Reservation } from '@kippu/contract/seat';
import { hasSeatFor } from '@kippu/domain/disruption';
import { dateAt, serviceDateOf } from '@kippu/domain/service-day';
import { signCertificate } from '@kippu/ticket-code/certificate';
import type { CertificateSeat } from '@kippu/ticket-code/certificate-payload';
import { AppError } from '../http/app-error.ts';
import { wireTime } from '../http/wire-time.ts';
import type { IssuerKeys } from './issuer-keys.ts';
import { categoryOf, productOf } from './ticket-answer.ts';
import type { TicketView } from './ticket-store.ts';
import { requireUsable } from './use-ticket.ts';

/** Takes a compressed P-256 point in base64url; gives its 33 bytes. Throws AppError REQ-0001 when it is no point. */
function phoneKeyOf(deviceKey: string): Uint8Array {
  const bytes = Buffer.from(deviceKey, 'base64url');
  try {
    ECDH.convertKey(bytes, 'prime256v1', undefined, undefined, 'uncompressed');
  } catch {
    throw new AppError('REQ-0001', { values: { field: 'deviceKey' }, detail: 'no point of P-256' });
  }
  if (bytes[0] !== 2 && bytes[0] !== 3) throw new AppError('REQ-0001', { values: { field: 'deviceKey' } });
  return new Uint8Array(bytes);
}

/**
 * The seat of today's train, by the calendar or by the timetable, or of the one that is on its way past midnight: the next
 * one that has not arrived. Staff are not shown one that a newer timetable took.
 */
function seatOf(ticketId: string, reservations: readonly Reservation[], now: number): CertificateSeat | null {
  const wall = wireTime(now);
  const today = dateAt(now);
  const isToday = ({ date, departureId, departAt }: Reservation) =>
    date === today || serviceDateOf(departureId) === today || departAt <= wall;
  const [next] = reservations
    .filter(
      (each) => each.state !== 2 && isToday(each) && each.arriveAt >= wall && hasSeatFor(each, ticketId),
    )
    .toSorted((a, b) => a.departAt.localeCompare(b.departAt));
  const seatInfo = next?.seats.find((seat) => seat.ticketId === ticketId)?.seatInfo;
  const [car, seat] = seatInfo?.split('-') ?? [];
  return next && car && seat ? { train: `${next.trainNameJp} ${next.trainNo}`, car, seat } : null;
}

interface Certified {
  /** COSE_Sign1 bytes. */
  readonly certificate: Uint8Array;
  /** Epoch seconds, UTC. */
  readonly issuedAt: number;
  readonly expiresAt: number;
}

interface CertificateWish {
  readonly reservations: readonly Reservation[];
  readonly deviceKey: string;
  /** The last second (epoch, UTC) whose certificates of the ticket are revoked; null for none. */
  readonly revokedUpTo: number | null;
}

/**
 * Takes a ticket in use with its reservations, the phone's key and now (epoch milliseconds); gives its certificate,
 * which lives 24 hours at most and never longer than the ticket or the issuer's key. Throws AppError: TKT-0005 expired,
 * TKT-0006 not in use, TKT-0007 suspended, REQ-0001 a wrong key.
 */
export async function certifyTicket(
  keys: IssuerKeys,
  view: TicketView,
  { reservations, deviceKey, revokedUpTo }: CertificateWish,
  now: number,
): Promise<Certified> {
  requireUsable(view, now);
  if (view.status !== 'inUse' || !view.use_date || !view.abt_expire_date) throw new AppError('TKT-0006');
  const phoneKey = phoneKeyOf(deviceKey);
  const seconds = (instant: Date) => Math.floor(instant.getTime() / 1000);
  const validUntil = seconds(view.abt_expire_date);
  const nowSeconds = Math.floor(now / 1000);
  const expiresAt = Math.min(nowSeconds + CERTIFICATE_HOURS * 3600, validUntil, keys.notAfter);
  if (expiresAt < nowSeconds) throw new Error('the issuer key has ended: restart to rotate it');
  // Gates refuse the second of a revocation whole, so a new owner's certificate is issued after it, by their leave to be
  // 30 seconds ahead. In the ticket's last second a life of none would be left, and a certificate has at least one.
  const issuedAt = Math.min(Math.max(nowSeconds, (revokedUpTo ?? 0) + 1), expiresAt - 1);
  const seat = seatOf(view.ticket_id, reservations, now);
  const certificate = await signCertificate(
    {
      ticketId: view.ticket_id,
      ticketNo: view.ticket_no,
      productId: view.product_id,
      productName: productOf(view).productNameJp,
      passengerCategory: categoryOf(view),
      validFrom: seconds(view.use_date),
      validUntil,
      ...(seat === null ? {} : { seat }),
      phoneKey,
      issuedAt,
      expiresAt,
    },
    keys.kid,
    keys.sign,
  );
  return { certificate, issuedAt, expiresAt };
}
