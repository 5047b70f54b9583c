// A ticket's usage history: the meaning of each code, how and by whom it was recorded, grouped by day.
import { BY_HAND_REASONS } from '@kippu/contract/values';
import type { HistoryItem } from '@kippu/contract/calls/traveller/voucher';
import type { Messages } from '@kippu/words/app-words';

export type RecordKind = keyof Messages['ticketLife']['record'];

const KINDS: Readonly<Record<number, RecordKind>> = {
  31: 'gateIn',
  32: 'gateOut',
  34: 'cancelled',
  35: 'verifiedIn',
  36: 'verifiedOut',
  37: 'forcedOut',
  38: 'forcedUse',
};
/** Returns the meaning of a site code, or 'other' for a code that this version does not know. */
export const recordKind = (code: number): RecordKind => KINDS[code] ?? 'other';

/** Whether staff forced the record. It is shown separately, because the traveller did not do it. */
export const isForced = (code: number): boolean => code === 37 || code === 38;

/** How it was recorded, and by whom unless that is obvious: 'Gate reader · by staff'. */
export function recordLine(
  { method, by }: Pick<HistoryItem, 'method' | 'by'>,
  words: Messages['ticketLife'],
): string {
  const how = words.method[method];
  if (method === by || by === 'traveller') return how;
  // A no-break space keeps the dot on the line of the text before it.
  return `${how}\u00a0· ${{ gate: words.byGate, staff: words.byStaff }[by]}`;
}

/** Why staff made the record. A free-text reason is shown as they wrote it. */
export function reasonLine(reason: string, words: Messages['ticketLife']): string {
  const known = BY_HAND_REASONS.find((each) => each === reason);
  return words.reason(known === undefined ? reason : words.reasons[known]);
}

interface HistoryDay {
  /** YYYY-MM-DD in Japan. */
  readonly date: string;
  readonly items: readonly HistoryItem[];
}

/** Groups records by calendar day in Japan; keeps their order. */
export function byDay(items: readonly HistoryItem[]): HistoryDay[] {
  const days: { date: string; items: HistoryItem[] }[] = [];
  for (const item of items) {
    const date = item.at.slice(0, 10);
    const last = days.at(-1);
    if (last?.date === date) last.items.push(item);
    else days.push({ date, items: [item] });
  }
  return days;
}
