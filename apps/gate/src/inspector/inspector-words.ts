// What an inspector reads: what a code is, and what the list says of it.
import type { Text } from '../text/texts.ts';
import { haltText, reasonText, text } from '../text/texts.ts';
import type { GateView } from '../core/gate-view.ts';
import { syncWords } from '../text/refusals.ts';
import { epochToWall } from '@kippu/domain/time/service-day';
import type { Finding, InspectorView } from './inspector.ts';

const clock = (epochMs: number): string => epochToWall(epochMs).slice(11, 16);

export const HEADLINES: Readonly<Record<Finding['kind'], Text>> = {
  good: text('正しいきっぷです', 'Valid ticket'),
  look: text('確かめてください', 'Please check'),
  bad: text('無効です', 'Not valid'),
};

/** Returns what the inspector should know of a finding beside the ticket's own details; `madeAt` is when the list was made, such as '10:05'. */
export function notesOf({ check, standing, seenBefore, at }: Finding, madeAt: string): readonly Text[] {
  if (!check.ok) return [reasonText(check.reason, check, at)];
  const seen =
    seenBefore === null
      ? []
      : [
          text('{when}に確認済みの席です', 'This seat was already checked at {when}', {
            when: clock(seenBefore),
          }),
        ];
  switch (standing?.kind) {
    case 'noList':
      return [text('列車を選ぶと、席も確かめられます', 'Choose a train to check the seat as well')];
    case 'otherLeg':
      return [
        text(
          'この列車の席ですが、今の区間ではありません。区間を確かめてください',
          'The seat is on this train, but not on this leg. Check the leg',
        ),
        ...seen,
      ];
    case 'lostCar':
      return [
        text(
          'この号車は今日は連結していません。別の席へご案内ください',
          'This car is not in the train today. Please find another seat',
        ),
        ...seen,
      ];
    case 'notInList':
      return [
        text(
          'きっぷは正しいですが、{madeAt}の一覧にこの席はありません。そのあとに予約したかもしれません',
          'Ticket genuine, seat not in this list of {madeAt}. It may have been reserved since',
          { madeAt },
        ),
      ];
    case 'otherTrain':
      return [
        text('きっぷは正しいですが、席は別の列車です', 'Ticket genuine, but the seat is on another train'),
      ];
    case 'noSeat':
      return [
        text(
          'この列車の指定席はありません。自由席をご利用ください',
          'No reserved seat on this train: for cars without reservation',
        ),
      ];
    case 'noSeatHere':
      return [
        text(
          'この列車の指定席がありません。全車指定席です',
          'No reserved seat on this train, and all cars need one',
        ),
      ];
    default:
      return seen;
  }
}

/** Returns why no code can be checked now, or null. */
export const haltOf = ({ halt }: GateView) => (halt ? haltText(halt) : null);

/** Returns why the last fetch failed, and what to do. */
export function troubleWords(trouble: NonNullable<InspectorView['trouble']>): {
  readonly title: Text;
  readonly todo: Text;
} {
  if (trouble === 'gone')
    return {
      title: text('この列車の一覧はもうありません', 'There is no list of this train any more'),
      todo: text('列車を選び直してください', 'Choose the train again'),
    };
  if (trouble === 'network' || trouble === 'server')
    return {
      title: syncWords(trouble).title,
      todo: text('端末にある一覧はそのまま使えます', 'Lists on this device work as before'),
    };
  return syncWords(trouble);
}

/** Returns how old a list is. */
export function ageText(ageMs: number): Text {
  const minutes = Math.floor(ageMs / 60_000);
  if (minutes < 1) return text('たった今', 'just now');
  if (minutes < 60) return text('{minutes}分前', '{minutes} min old', { minutes });
  return text('{hours}時間{rest}分前', '{hours} h {rest} min old', {
    hours: Math.floor(minutes / 60),
    rest: minutes % 60,
  });
}
