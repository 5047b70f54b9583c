// Notifies phones of a received ticket, and of a passage of somebody who travels on the same order.
import { MAX_SEATS_OF_CALL } from '@kippu/contract/limits';
import { sql } from 'kysely';
import type { Trx } from '../platform/db/database.ts';
import type { NewJob } from '../platform/jobs/job-queue.ts';
import type { Deps } from '../platform/calls/app-context.ts';
import { pushJob } from './push-job.ts';
import { listPhones } from './notification-store.ts';

type NotifyOthersDeps = Pick<Deps, 'queue' | 'config' | 'pushKeys'>;

const MINUTE_MS = 60_000;
/** A message about a received ticket may wait for a day; the list of tickets shows the ticket all the time. */
const RECEIVED_FOR_MS = 24 * 60 * MINUTE_MS;
/** A passage that a gate reports later than this is no news. */
const PASSED_FOR_MS = 10 * MINUTE_MS;
/** An order with more tickets is a tour, whose travellers do not know each other. */
const MAX_PARTY = MAX_SEATS_OF_CALL;

/** Queues the message about a ticket that an account has received, in the transaction of the transfer. `now` in epoch milliseconds. */
export async function notifyReceived(
  trx: Trx,
  { queue, config, pushKeys }: NotifyOthersDeps,
  { accountId, ticketId }: { readonly accountId: string; readonly ticketId: string },
  now: number,
): Promise<void> {
  const phones = await listPhones(trx, accountId, 'received', pushKeys.current.keyId);
  const jobs: NewJob[] = phones.flatMap(({ subscription_id: subscriptionId, host }) => {
    const expiresAt = now + RECEIVED_FOR_MS;
    const about = { topic: 'received', ticketId } as const;
    return pushJob({ subscriptionId, accountId, host }, about, { expiresAt, settings: config.push }) ?? [];
  });
  await queue.addAll(trx, jobs, now);
}

interface PassedRow {
  ticket_id: string;
  station_id: string;
  code: number;
  at: Date;
  subscription_id: string;
  account_id: string;
  host: string;
}

/**
 * Queues the messages about passages that a gate has just reported, to the other accounts with tickets of the same orders. They get no name. `now`
 * in epoch milliseconds.
 * @returns whether there are any
 */
export async function notifyPassages(
  trx: Trx,
  { queue, config, pushKeys }: NotifyOthersDeps,
  { gateId, eventIds }: { readonly gateId: string; readonly eventIds: readonly string[] },
  now: number,
): Promise<boolean> {
  if (eventIds.length === 0) return false;
  const { rows } = await sql<PassedRow>`
    select distinct on (e.ticket_id, p.subscription_id) e.ticket_id, e.station_id, e.code, e.at, p.subscription_id,
      p.account_id, p.host
    from gate_event e join ticket t on t.ticket_id = e.ticket_id
      -- An order may have very many tickets; no more of them are read than a party has.
      cross join lateral (select array_agg(first.account_id) as accounts, count(*) as tickets
        from (select o.account_id from ticket o where o.order_id = t.order_id limit ${MAX_PARTY + 1}::int) as first) as party
      join push_subscription p on party.tickets <= ${MAX_PARTY}::int and p.account_id = any(party.accounts)
        and p.account_id is distinct from t.account_id
        and 'passage' = any(p.topics) and p.key_id = ${pushKeys.current.keyId}
    where e.gate_id = ${gateId} and e.event_id = any(${[...eventIds]}::text[])
      and e.at > ${new Date(now - PASSED_FOR_MS)}::timestamptz
    order by e.ticket_id, p.subscription_id, e.at desc`.execute(trx);
  const jobs: NewJob[] = rows.flatMap((row) => {
    const receiver = { subscriptionId: row.subscription_id, accountId: row.account_id, host: row.host };
    const way = row.code === 31 ? 'entered' : 'left';
    const about = {
      topic: 'passage',
      ticketId: row.ticket_id,
      stationId: row.station_id,
      way,
      at: row.at.getTime(),
    } as const;
    const expiresAt = row.at.getTime() + PASSED_FOR_MS;
    return pushJob(receiver, about, { expiresAt, settings: config.push }) ?? [];
  });
  await queue.addAll(trx, jobs, now);
  return jobs.length > 0;
}
