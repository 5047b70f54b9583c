// Staff accept (take in) an exchanged voucher or an admission: what it is, whether it can be accepted, and the act.
import type { BodyOf } from '@kippu/contract/call';
import type { deskLookTakeIn, deskTakeIn, TakeIn, TakeInRefusal } from '@kippu/contract/calls/desk/counter';
import type { Language } from '@kippu/contract/languages';
import { namesOf } from '@kippu/contract/names';
import { isAdmitted, isExchanged } from '@kippu/domain/rules';
import { exchangeNumberOf } from '@kippu/domain/ticket/check-digits';
import { dateAt } from '@kippu/domain/time/service-day';
import { refusalOfState } from '@kippu/domain/ticket/life';
import { verifyCode } from '@kippu/ticket-code/decide/verify';
import type { Db, Trx } from '../../platform/db/database.ts';
import { decisionKeys } from '../../gate/decide/check-certificates.ts';
import { nodeChecks } from '../../gate/decide/node-checks.ts';
import { AppError } from '../../platform/wire/app-error.ts';
import type { Deps } from '../../platform/calls/app-context.ts';
import type { OperatorData } from '../../platform/operator/operator-data.ts';
import { readNamesAt } from '../../session/staff-store.ts';
import { wireTime } from '../../platform/wire/wire-time.ts';
import { categoryOf, lifeOf, productOf } from '../../ticket/record/ticket-answer.ts';
import { normaliseCode } from '../../ticket/issue/ticket-codes.ts';
import { findRevokedUpTo } from '../../ticket/certificate/revocations.ts';
import { insertEvents } from '../../ticket/record/ticket-store.ts';
import { readVersion } from '../tickets/desk-ticket-store.ts';
import { statusWord } from '@kippu/words/server-words';
import * as store from './take-in-store.ts';

interface CounterDeps extends Pick<Deps, 'issuerKeys'> {
  readonly operator: OperatorData;
}
/** Who reads: the language, the counter, and the time (epoch milliseconds). */
interface Reader {
  readonly language: Language;
  readonly counterId: string | undefined;
  readonly now: number;
}

/** How many admissions the product has; undefined when staff accept none. */
const admissionsOf = (row: store.TakeInRow): number | undefined =>
  isAdmitted(row.kind) ? productOf(row).admissions : undefined;

/** Returns why it cannot be accepted now; undefined when it can. */
function refusalOf(row: store.TakeInRow, { counterId, now }: Reader): TakeInRefusal | undefined {
  if (isExchanged(row.kind)) {
    if (row.number === null) {
      // Not exchanged yet: the traveller does that in the app, unless the ticket is closed.
      const refusal = refusalOfState(lifeOf(row), now);
      return refusal?.code === 'TKT-0005' || refusal?.code === 'TKT-0007' ? refusal.code : 'TKT-0006';
    }
    if (row.taken_at !== null) return 'DESK-0002';
    if (row.status !== 'used') return row.status === 'suspended' ? 'TKT-0007' : 'TKT-0006';
    return row.counter_id === counterId ? undefined : 'DESK-0003';
  }
  const admissions = admissionsOf(row);
  if (admissions === undefined) return 'DESK-0004';
  if (row.status === 'used' && row.admitted >= admissions) return 'DESK-0002';
  const refusal = refusalOfState(lifeOf(row), now);
  if (refusal) return refusal.code === 'TKT-0005' || refusal.code === 'TKT-0007' ? refusal.code : 'TKT-0006';
  return row.status === 'inUse' ? undefined : 'TKT-0006';
}

async function answerOf(
  db: Db,
  { operator }: CounterDeps,
  row: store.TakeInRow,
  reader: Reader,
): Promise<TakeIn> {
  const product = productOf(row);
  const counter = operator.counters.find(({ counterId }) => counterId === row.counter_id);
  const admissions = admissionsOf(row);
  const refusal = refusalOf(row, reader);
  const nameOf = await readNamesAt(db, [{ actor: row.last_actor, at: row.last_at }]);
  return {
    kind: isExchanged(row.kind) ? 'voucher' : admissions === undefined ? 'other' : 'admission',
    ticketNo: row.ticket_no,
    ...namesOf(product, 'productName'),
    passengerCategory: categoryOf(row),
    status: row.status,
    statusWord: statusWord(row.status, reader.language),
    useExpireDate: dateAt(row.use_expire_date.getTime()),
    version: await readVersion(db, row.ticket_id),
    ...(row.number === null || row.counter_id === null || row.exchanged_at === null
      ? {}
      : {
          exchange: {
            number: row.number,
            at: wireTime(row.exchanged_at),
            ...namesOf(product, 'exchangeFor'),
            counterId: row.counter_id,
            ...namesOf(counter, 'counterName'),
          },
        }),
    ...(admissions === undefined ? {} : { admissions: { of: admissions, done: row.admitted } }),
    ...(row.last_at === null
      ? {}
      : { last: { at: wireTime(row.last_at), byName: nameOf(row.last_actor, row.last_at) ?? '' } }),
    ...(refusal === undefined ? {} : { refusal }),
  };
}

/** Finds the ticket of the code on a phone. Throws AppError DESK-0005 when the code is not genuine or no longer valid. */
async function findByCode(db: Db, { issuerKeys, operator }: CounterDeps, text: string, now: number) {
  // The claimed ticket is trusted only after both signatures are verified; then the database is asked for revocations.
  const verdict = verifyCode(text, {
    now: Math.floor(now / 1000),
    issuerKeys: decisionKeys(issuerKeys),
    exitGraceSeconds: operator.settings.rules.exitGraceHours * 3600,
    checks: nodeChecks,
    isRevoked: () => false,
    isSeen: () => false,
  });
  if (!verdict.ok) throw new AppError('DESK-0005', { detail: verdict.reason });
  const { ticketId, issuedAt } = verdict.certificate;
  const upTo = await findRevokedUpTo(db, ticketId);
  // A closed or suspended ticket is shown with its status. A code of a previous owner or phone is refused.
  const row = await store.findByTicketId(db, ticketId);
  if (row?.status === 'inUse' && upTo !== null && issuedAt <= upTo)
    throw new AppError('DESK-0005', { detail: 'revoked' });
  return row;
}

function findByText(db: Db, deps: CounterDeps, text: string, { counterId, now }: Reader) {
  // A blank at the end belongs to the code, since base45 has one. Scanners append a line break or a tab.
  const typed = text.trimStart().replace(/[\r\n\t]+$/, '');
  if (typed.startsWith('KQ1:')) return findByCode(db, deps, typed, now);
  const number = exchangeNumberOf(typed);
  return number === null
    ? store.findByNumber(db, normaliseCode(typed))
    : store.findByExchange(db, number, counterId);
}

/** Finds what a text names. Throws AppError REQ-0005 when it names nothing, DESK-0005 for a code that is no longer valid. */
export async function findTakeIn(
  db: Db,
  deps: CounterDeps,
  { text }: Pick<BodyOf<typeof deskLookTakeIn>, 'text'>,
  reader: Reader,
): Promise<TakeIn> {
  const row = await findByText(db, deps, text, reader);
  if (!row) throw new AppError('REQ-0005', { detail: 'nothing of this number' });
  return answerOf(db, deps, row, reader);
}

/**
 * Accepts a ticket in the name of `by`. Throws AppError REQ-0005 no such ticket, DESK-0001 changed since it was seen, and the
 * refusals that deskTakeIn lists.
 */
export async function takeIn(
  trx: Trx,
  deps: CounterDeps,
  {
    ticketNo,
    version,
    by,
  }: Pick<BodyOf<typeof deskTakeIn>, 'ticketNo' | 'version'> & { readonly by: string },
  reader: Reader,
): Promise<TakeIn> {
  const ticketId = await store.lockByNumber(trx, ticketNo);
  const row = ticketId === undefined ? undefined : await store.findByTicketId(trx, ticketId);
  if (ticketId === undefined || !row) throw new AppError('REQ-0005', { detail: 'no such ticket' });
  const refusal = refusalOf(row, reader);
  if (refusal)
    throw new AppError(refusal, {
      values: { status: row.status, ...(row.last_at === null ? {} : { at: wireTime(row.last_at) }) },
    });
  if (version !== (await readVersion(trx, ticketId)))
    throw new AppError('DESK-0001', { values: { status: row.status } });
  const at = new Date(reader.now);
  const event = { ticket_id: ticketId, actor: by, at };
  if (isExchanged(row.kind)) {
    if (!(await store.takeVoucher(trx, ticketId, by, at))) throw new AppError('DESK-0002');
    await insertEvents(trx, [
      { ...event, kind: 'takeIn', detail: JSON.stringify({ counterId: row.counter_id, number: row.number }) },
    ]);
  } else {
    const of = admissionsOf(row) ?? 0;
    const status = await store.admit(trx, ticketId, { of, done: row.admitted, now: at });
    if (status === null) throw new AppError('TKT-0006', { values: { status: row.status } });
    await insertEvents(trx, [
      {
        ...event,
        kind: 'admit',
        from_status: row.status,
        to_status: status,
        detail: JSON.stringify({ admission: row.admitted + 1, of }),
      },
    ]);
  }
  const taken = await store.findByTicketId(trx, ticketId);
  if (!taken) throw new Error('a ticket that was taken in is gone');
  return answerOf(trx, deps, taken, reader);
}
