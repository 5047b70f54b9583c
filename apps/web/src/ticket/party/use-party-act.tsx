// The dialogs of a party's acts. All its tickets are chosen at first, and each act asks once.
import { Suspense, useState, type ReactNode } from 'react';
import { laterPart } from '../../ui/states/later-part.ts';

const UseTickets = laterPart(async () => (await import('../view/use-tickets.tsx')).UseTickets);
const TicketChoice = laterPart(
  async () => (await import('../../reservation/booked/ticket-choice.tsx')).TicketChoice,
);

type Act = 'use' | 'reserve';

/** Returns the open dialog, and what opens one for tickets. They do not change while some of them come into use. */
export function usePartyAct(): {
  readonly dialog: ReactNode;
  readonly ask: (act: Act, ticketIds: readonly string[]) => void;
} {
  const [asked, setAsked] = useState<{ readonly act: Act; readonly ticketIds: readonly string[] } | null>(
    null,
  );
  const onClose = () => setAsked(null);
  const dialog = asked && (
    <Suspense>
      {asked.act === 'use' ? (
        <UseTickets ticketIds={asked.ticketIds} onClose={onClose} />
      ) : (
        <TicketChoice of={asked.ticketIds} onClose={onClose} />
      )}
    </Suspense>
  );
  return { dialog, ask: (act, ticketIds) => setAsked({ act, ticketIds }) };
}
