// Who travels with the tickets of a party.
import type { TicketSummary } from '@kippu/contract/calls/traveller/ticket';
import { formatUnits } from '../../i18n/format.ts';
import { useLanguage, useMessages } from '../../i18n/messages.ts';

/** Returns each value once, with how often it occurs. */
export function counted<T>(values: readonly T[]): readonly (readonly [T, number])[] {
  const counts = new Map<T, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts];
}

/** Who travels: 'Adult × 2, Child × 1'. */
export function usePeople(party: readonly TicketSummary[]): string {
  const { ticket: words } = useMessages();
  const language = useLanguage();
  const categories = counted(party.map(({ passengerCategory }) => words.category[passengerCategory]));
  return formatUnits(
    categories.map(([category, count]) => words.several(category, count)),
    language,
  );
}
