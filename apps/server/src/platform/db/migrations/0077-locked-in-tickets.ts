// Tickets that a late report had used up while their traveller was inside a station. Used tickets get no code, so they could not leave.
export const lockedInTicketsMigration = {
  name: '0077-locked-in-tickets',
  batches: [
    `with locked_in as (
      select t.ticket_id, (select e.from_status from ticket_event as e
          where e.ticket_id = t.ticket_id and e.to_status = 'used' order by e.event_id desc limit 1) as before
      from ticket as t
      where t.status = 'used' and t.abt_expire_date > now() - interval '4 hours'
        and exists (select 1 from ticket_entry as entry
          where entry.ticket_id = t.ticket_id and entry.direction = 'in' and entry.state = 'open')
        and exists (select 1 from ticket_event as e where e.ticket_id = t.ticket_id and e.to_status = 'used'
          and e.from_status in ('bound', 'inUse'))
      order by t.ticket_id limit 200 for update of t skip locked),
    reopened as (
      update ticket set status = locked_in.before from locked_in where ticket.ticket_id = locked_in.ticket_id
      returning ticket.ticket_id, ticket.status)
    insert into ticket_event (ticket_id, kind, from_status, to_status, actor, at)
      select ticket_id, 'reopen', 'used', status, 'system', now() from reopened`,
  ],
} as const;
