// A ticket's usage as its history tells it: what each code means, how and by whom, grouped by day.
import type { HistoryItem } from '@kippu/contract/voucher';
import type { Messages } from '../i18n/words.ts';

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
/** Takes a site code; gives what it stands for. A code that a later server may add is 'other', never a bare number. */
export const recordKind = (code: number): RecordKind => KINDS[code] ?? 'other';

/** Whether staff forced it: told apart, since the traveller did not do it. */
export const isForced = (code: number): boolean => code === 37 || code === 38;

/** How it was recorded, and by whom where that does not go without saying: 'Gate reader · by staff'. */
export function recordLine(
  { method, by }: Pick<HistoryItem, 'method' | 'by'>,
  words: Messages['ticketLife'],
): string {
  const how = words.method[method];
  if (method === by || by === 'traveller') return how;
  // The dot stays with what it follows when the line breaks.
  return `${how}\u00a0· ${{ gate: words.byGate, staff: words.byStaff }[by]}`;
}

interface HistoryDay {
  /** YYYY-MM-DD in Japan. */
  readonly date: string;
  readonly items: readonly HistoryItem[];
}

/** Takes records in their order; gives them by calendar day, the order kept. */
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
