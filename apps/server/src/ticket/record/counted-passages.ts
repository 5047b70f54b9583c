// Which passages at gates count. Those of a closed gate count up to the time given at its closing; later ones are set aside. Of what several gates
// report as one passage, one report counts.
import { sql } from 'kysely';

/**
 * A condition on a gate's report in the table or alias `passage`: it is not after the end of a closed gate, whether that gate sent it or a later gate
 * of the same device did.
 */
export const isWithinEnds = (passage: string) => {
  const column = (name: string) => sql.ref(`${passage}.${name}`);
  return sql<boolean>`(not exists (select 1 from gate as closed
      where closed.gate_id = ${column('gate_id')} and ${column('at')} > closed.counts_until)
    and not exists (select 1 from gate as closed
      where closed.gate_id = ${column('origin_gate_id')} and ${column('at')} > closed.counts_until))`;
};

/**
 * A condition on a gate's report in the table or alias `passage`: it counts. A report in the name of a former gate is nobody's proof: that gate's own
 * report counts instead of it. Of several in that name, the first one counts that is not set aside.
 */
export const countsAs = (passage: string) => {
  const column = (name: string) => sql.ref(`${passage}.${name}`);
  return sql<boolean>`(${isWithinEnds(passage)} and (${column('origin_gate_id')} is null or not exists (
    select 1 from gate_event as other
    where coalesce(other.origin_gate_id, other.gate_id) = ${column('origin_gate_id')}
      and other.event_id = ${column('event_id')} and other.gate_id <> ${column('gate_id')} and other.ticket_id is not null
      and (other.origin_gate_id is null
        or ((other.received_at, other.gate_id) < (${column('received_at')}, ${column('gate_id')}) and ${isWithinEnds('other')})))))`;
};

/**
 * A condition on a ticket's event in the table or alias `event`: it is no passage that was set aside after it was recorded. The copy of such a
 * passage in the history of a reissued ticket does not count either. Other events always count.
 */
export const countsInHistory = (event: string) => sql<boolean>`not exists (select 1 from gate_event as passage
  where passage.gate_id = substr(${sql.ref(`${event}.actor`)}, strpos(${sql.ref(`${event}.actor`)}, ':') + 1)
    and passage.event_id = ${sql.ref(`${event}.detail`)} ->> 'eventId' and not ${countsAs('passage')})`;
