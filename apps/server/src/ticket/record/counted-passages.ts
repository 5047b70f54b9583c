// Which passages at gates count. Those of a closed gate count up to the time given at its closing; later ones are set aside.
import { sql } from 'kysely';

/**
 * A condition on a gate's report in the table or alias `passage`: it counts, whether the closed gate sent it or a later gate of the same
 * device did.
 */
export const countsAs = (passage: string) => {
  const column = (name: string) => sql.ref(`${passage}.${name}`);
  return sql<boolean>`(not exists (select 1 from gate as closed
      where closed.gate_id = ${column('gate_id')} and ${column('at')} > closed.counts_until)
    and not exists (select 1 from gate as closed
      where closed.gate_id = ${column('origin_gate_id')} and ${column('at')} > closed.counts_until))`;
};

/**
 * A condition on a ticket's event in the table or alias `event`: it is no passage that was set aside after it was recorded. The copy of such a
 * passage in the history of a reissued ticket does not count either. Other events always count.
 */
export const countsInHistory = (event: string) => sql<boolean>`not exists (select 1 from gate_event as passage
  where passage.gate_id = substr(${sql.ref(`${event}.actor`)}, strpos(${sql.ref(`${event}.actor`)}, ':') + 1)
    and passage.event_id = ${sql.ref(`${event}.detail`)} ->> 'eventId' and not ${countsAs('passage')})`;
