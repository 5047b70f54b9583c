// Signs the certificate that a phone stores and shows as a code. It is for one ticket and one phone, for one day at most.
import { ECDH } from 'node:crypto';
import { CERTIFICATE_AHEAD_SECONDS, CERTIFICATE_HOURS, CODE_TEXT_MAX } from '@kippu/contract/limits';
import type { Reservation } from '@kippu/contract/calls/traveller/seat';
import { ownLanguage } from '@kippu/contract/languages';
import { nameIn } from '@kippu/contract/names';
import { theRules } from '@kippu/domain/rules';
import { hasSeatFor } from '@kippu/domain/reservation/disruption';
import { byWallTime, dateAt, serviceDateOf, wallToEpoch } from '@kippu/domain/time/service-day';
import { signCertificate } from '@kippu/ticket-code/certificate/certificate';
import type { Certificate, CertificateSeat } from '@kippu/ticket-code/certificate/payload';
import { codeLength } from '@kippu/ticket-code/code/text';
import { AppError } from '../../platform/wire/app-error.ts';
import type { IssuerKeys } from '../../platform/keys/issuer-keys.ts';
import { categoryOf, isExitOnly, productOf } from '../record/ticket-answer.ts';
import type { TicketView } from '../record/ticket-store.ts';
import { phoneRefusal } from './move-to-phone.ts';
import { requireUsable } from '../bind/use-ticket.ts';

/** Decodes a compressed P-256 point from base64url into 33 bytes. Throws AppError REQ-0001 when it is not a point. */
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
 * Returns the seat of the next train that has not arrived and that runs today: by the calendar, by the timetable's
 * service day, or because it is still running after midnight. A seat that a newer timetable removed is not shown to staff.
 */
function seatOf(ticketId: string, reservations: readonly Reservation[], now: number): CertificateSeat | null {
  const today = dateAt(now);
  const arrives = ({ arriveAt, live }: Reservation) =>
    Math.max(wallToEpoch(arriveAt), wallToEpoch(live?.expectedArriveAt ?? arriveAt));
  const isToday = ({ date, departureId, departAt }: Reservation) =>
    date === today || serviceDateOf(departureId) === today || wallToEpoch(departAt) <= now;
  const [next] = reservations
    .filter((each) => each.state !== 2 && isToday(each) && arrives(each) >= now && hasSeatFor(each, ticketId))
    .toSorted((a, b) => byWallTime(a.departAt, b.departAt));
  const seatInfo = next?.seats.find((seat) => seat.ticketId === ticketId)?.seatInfo;
  const [car, seat] = seatInfo?.split('-') ?? [];
  return next && car && seat
    ? { train: `${nameIn(next, 'trainName', ownLanguage())} ${next.trainNo}`, car, seat }
    : null;
}

/** Signs with the first list of places whose code has at most 600 characters, or without places when no list fits. */
async function signWithPlaces(
  keys: IssuerKeys,
  certificate: Certificate,
  placeLists: readonly (readonly string[])[],
): Promise<Uint8Array> {
  const sign = (more: Partial<Certificate>) =>
    signCertificate({ ...certificate, ...more }, keys.kid, keys.sign);
  for (const places of placeLists) {
    // An id takes at least two bytes, so a list that is certainly too long is skipped without signing.
    if (codeLength(places.length * 2) > CODE_TEXT_MAX) continue;
    const signed = await sign({ places: [...places] });
    if (codeLength(signed.length) <= CODE_TEXT_MAX) return signed;
  }
  return sign({});
}

interface Certified {
  /** COSE_Sign1 bytes. */
  readonly certificate: Uint8Array;
  /** Epoch seconds, UTC. */
  readonly issuedAt: number;
  readonly expiresAt: number;
}

interface CertificateInput {
  readonly reservations: readonly Reservation[];
  readonly deviceKey: string;
  /** The last second (epoch, UTC) whose certificates are revoked; null when none are. */
  readonly revokedUpTo: number | null;
  /** The lists of places that the certificate may name, the preferred list first. */
  readonly placeLists: readonly (readonly string[])[];
}

/**
 * Throws when the ticket has no code now: TKT-0005 expired, TKT-0006 not in use, TKT-0007 suspended. A ticket with an
 * open entry keeps its code after its validity, for the exit.
 */
export function requireShowable(view: TicketView, now: number): void {
  if (!isExitOnly(view, now)) requireUsable(view, now);
  if (view.status !== 'inUse') throw new AppError('TKT-0006');
}

/**
 * Signs a certificate for a ticket in use.
 *
 * It expires after 24 hours, when the issuer's key ends, or after the railway's time for exits after the ticket's
 * validity, whichever comes first. That time is for an exit after an entry made offline. After the validity a new certificate is issued
 * only while an entry made within the validity is open.
 * @param now epoch milliseconds
 * @throws AppError TKT-0005 expired, TKT-0006 not in use, TKT-0007 suspended, REQ-0001 a wrong key, TKT-0018 revoked
 * so often that gates would not accept a new certificate yet
 */
export async function certifyTicket(
  keys: IssuerKeys,
  view: TicketView,
  { reservations, deviceKey, revokedUpTo, placeLists }: CertificateInput,
  now: number,
): Promise<Certified> {
  requireShowable(view, now);
  if (!view.use_date || !view.abt_expire_date) throw new AppError('TKT-0006');
  const phoneKey = phoneKeyOf(deviceKey);
  const seconds = (instant: Date) => Math.floor(instant.getTime() / 1000);
  const validUntil = seconds(view.abt_expire_date);
  const nowSeconds = Math.floor(now / 1000);
  const exitUntil = validUntil + theRules().exitGraceHours * 3600;
  const expiresAt = Math.min(nowSeconds + CERTIFICATE_HOURS * 3600, exitUntil, keys.notAfter);
  if (expiresAt < nowSeconds) throw new Error('the issuer key has ended: restart to rotate it');
  // Gates refuse every certificate issued in the second of a revocation, so a new owner's certificate is issued after it.
  // Gates accept certificates issued up to 30 seconds ahead. A certificate is valid for at least one second, so in the
  // ticket's last second it is issued one second earlier.
  const earliest = Math.max(nowSeconds, (revokedUpTo ?? 0) + 1);
  const tooEarly = earliest - CERTIFICATE_AHEAD_SECONDS - nowSeconds;
  if (tooEarly > 0) throw phoneRefusal(tooEarly * 1000);
  const issuedAt = Math.min(earliest, expiresAt - 1);
  const seat = seatOf(view.ticket_id, reservations, now);
  const certificate = await signWithPlaces(
    keys,
    {
      ticketId: view.ticket_id,
      ticketNo: view.ticket_no,
      productId: view.product_id,
      productName: nameIn(productOf(view), 'productName', ownLanguage()),
      passengerCategory: categoryOf(view),
      validFrom: seconds(view.use_date),
      validUntil,
      ...(seat === null ? {} : { seat }),
      phoneKey,
      issuedAt,
      expiresAt,
    },
    placeLists,
  );
  return { certificate, issuedAt, expiresAt };
}
