// Which tickets of a party are transferred. All that can be are chosen at first. Loaded after the form.
import type { TicketSummary } from '@kippu/contract/calls/traveller/ticket';
import { useEffect, useState } from 'react';
import { useMessages } from '../../i18n/messages.ts';
import { useTickets } from '../../reservation/journey/seat-queries.ts';
import { NoticeBox } from '@kippu/ui/notice-box';
import { Loaded } from '../../ui/states/load-state.tsx';
import { isMovable } from '../party/parties-of.ts';
import { WhichTickets } from '../view/which-tickets.tsx';

interface Props {
  /** The tickets' ids, separated by commas. */
  readonly ids: string;
  /** Called with the chosen tickets whenever they change. */
  readonly onChoice: (chosen: readonly TicketSummary[]) => void;
}

export function PartyChoice({ ids, onChoice }: Props) {
  const { party, errors } = useMessages();
  const tickets = useTickets();
  const [left, setLeft] = useState<readonly string[]>([]);
  const { data } = tickets;
  useEffect(() => {
    const listed = (data?.items ?? []).filter(({ ticketId }) => ids.split(',').includes(ticketId));
    onChoice(listed.filter((each) => isMovable(each) && !left.includes(each.ticketId)));
  }, [data, ids, left, onChoice]);
  return (
    <Loaded query={tickets} skeleton={[240]}>
      {({ items }) => {
        const movable = items.filter((each) => ids.split(',').includes(each.ticketId) && isMovable(each));
        if (movable.length === 0) return <NoticeBox tone="warn">{errors['TKT-0013']}</NoticeBox>;
        return (
          <>
            <WhichTickets tickets={movable} left={left} onLeave={setLeft} />
            {movable.length < ids.split(',').length && <NoticeBox tone="warn">{party.notNow}</NoticeBox>}
          </>
        );
      }}
    </Loaded>
  );
}
