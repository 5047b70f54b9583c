// The gate's texts in Japanese and English.
import { BY_HAND_REASONS, type ByHandReason, type GateCode } from '@kippu/contract/calls/gate/gate';
import type { PassengerCategory } from '@kippu/contract/calls/traveller/ticket';
import type { RefusalReason } from '@kippu/ticket-code/decide/verify';
import type { ClockProblem } from '../core/gate-clock.ts';
import { dateOf, timeOf, wallOf } from './tokyo-time.ts';

export interface Text {
  readonly ja: string;
  readonly en: string;
}

export const text = (ja: string, en: string): Text => ({ ja, en });

export const CATEGORY: Record<PassengerCategory, Text> = {
  adult: text('おとな', 'Adult'),
  child: text('こども', 'Child'),
  specialAdult: text('おとな（割引）', 'Adult, reduced'),
  specialChild: text('こども（割引）', 'Child, reduced'),
  senior: text('シニア', 'Senior'),
  saleAdult: text('おとな（特別価格）', 'Adult, special fare'),
  saleChild: text('こども（特別価格）', 'Child, special fare'),
};

export const DIRECTION = {
  in: text('入場', 'Entry'),
  out: text('出場', 'Exit'),
  both: text('入出場', 'Entry and exit'),
} as const;

/** The gate's actions. */
export const PASSAGE: Readonly<Record<GateCode, Text>> = {
  31: DIRECTION.in,
  32: DIRECTION.out,
  37: text('強制出場', 'Forced exit'),
  38: text('強制使用', 'Forced use'),
};

/** The reasons for a staff action. */
export const REASONS: Readonly<Record<ByHandReason, Text>> = {
  phone: text('スマホの電池切れ・故障', 'Phone is dead or broken'),
  unreadable: text('コードを読み取れない', 'Code cannot be read'),
  noEntry: text('入場記録がない', 'No entry on record'),
  wrongDirections: text('案内の誤り', 'Wrong directions given'),
};

const FIXED: Record<Exclude<RefusalReason, 'stale' | 'clockAhead' | 'used' | 'passBack'>, Text> = {
  malformed: text('きっぷのコードではありません', 'Not a ticket code'),
  forged: text('正しいコードではありません', 'This code is not genuine'),
  keyExpired: text('発行の鍵が期限切れです', 'The issuing key has ended'),
  revoked: text(
    '取り消し・停止、または別のスマホに移ったきっぷです',
    'This ticket was revoked, or moved to another phone',
  ),
  certificateExpired: text(
    'スマホを一度ネットにつないでください',
    'The phone has to go online once, then show the code again',
  ),
  notYetValid: text('まだ有効期間の前です', 'This ticket is not valid yet'),
  expired: text('有効期間が終わっています', 'This ticket has expired'),
  wrongPlace: text(
    'この駅・この向きでは使えないきっぷです',
    'This ticket is not for this station and direction',
  ),
  placeUnknown: text(
    'この改札で使えるか分かりません。区間を確かめてください',
    'This gate does not know the ticket: check where it is good',
  ),
};

/** Returns the text of a staff reason: a known reason, or the typed words. */
export function byHandText(reason: string): Text {
  const known = BY_HAND_REASONS.find((each) => each === reason);
  return known ? REASONS[known] : text(reason, '');
}

/** Formats seconds: up to two minutes in seconds, then in minutes, hours or days. */
export function span(seconds: number): Text {
  const size = Math.abs(seconds);
  if (size < 120) return text(`${size}秒`, `${size} s`);
  if (size < 7_200) return text(`${Math.round(size / 60)}分`, `${Math.round(size / 60)} min`);
  if (size < 172_800) return text(`${Math.round(size / 3600)}時間`, `${Math.round(size / 3600)} h`);
  return text(`${Math.round(size / 86_400)}日`, `${Math.round(size / 86_400)} days`);
}

/** A phone clock that differs by this much is near the limit, so the owner is warned. */
const WARN_SKEW_SECONDS = 20;

/** Returns the warning for a phone's clock, or null when none is needed. */
export const skewWarning = (skewSeconds: number): Text | null =>
  Math.abs(skewSeconds) >= WARN_SKEW_SECONDS
    ? text('スマホの時計がずれています', "The phone's clock is off: please correct it")
    : null;

/** The values that a reason's text includes. */
export interface Why {
  readonly staleBySeconds?: number | undefined;
  readonly usedAt?: number | undefined;
}

/** Returns the text of a reason. `more.usedAt` is in epoch seconds, and `now` in epoch milliseconds. */
export function reasonText(reason: RefusalReason, more: Why, now: number): Text {
  const by = span(more.staleBySeconds ?? 0);
  if (reason === 'stale')
    return text(`${by.ja}前のコードです`, `This code is ${by.en} old: open the app again`);
  if (reason === 'clockAhead')
    return text(`スマホの時計が${by.ja}進んでいます`, `The phone's clock is ${by.en} fast`);
  if (reason !== 'used' && reason !== 'passBack') return FIXED[reason];
  const at = (more.usedAt ?? 0) * 1000;
  const when = dateOf(at) === dateOf(now) ? timeOf(at).slice(0, 5) : wallOf(at).slice(5, 16);
  if (reason === 'passBack')
    return more.usedAt === undefined
      ? text('この駅で反対の向きに通ったばかりです', 'It just passed here the other way')
      : text(
          `${when}にこの駅で反対の向きに通っています`,
          `It passed here the other way at ${when}: one ticket, one person?`,
        );
  if (more.usedAt === undefined) return text('使用済みのきっぷです', 'This ticket was already used');
  return text(`${when}に使用済みのきっぷです`, `Already used at ${when}`);
}

export const HEADLINE = {
  go: text('どうぞ', 'Go'),
  stop: text('通れません', 'Stop'),
  staff: text('係員へ', 'Call staff'),
} as const;

/** Why the gate does not run. */
export type Halt = ClockProblem | { readonly kind: 'closed' | 'storage' | 'keys' };

/** Returns the text for a gate that does not run: why, and what staff do. */
export function haltText(halt: Halt): { readonly title: Text; readonly todo: Text } {
  switch (halt.kind) {
    case 'off':
      return {
        title: text(
          `端末の時計が${span(halt.seconds).ja}${halt.seconds > 0 ? '進んで' : '遅れて'}います`,
          `This device's clock is ${span(halt.seconds).en} ${halt.seconds > 0 ? 'fast' : 'slow'}`,
        ),
        todo: text('日付と時刻を自動に設定してください', 'Set its date and time to automatic'),
      };
    case 'setBack':
      return {
        title: text(
          `端末の時計が${span(halt.seconds).ja}戻されました`,
          `This device's clock was set back by ${span(halt.seconds).en}`,
        ),
        todo: text(
          '時刻を直すか、ネットにつないでください',
          'Correct the time, or connect it to the network',
        ),
      };
    case 'unchecked':
      return {
        title: text('時刻をまだ確認できていません', 'The time has not been checked yet'),
        todo: text('最初の一度だけネットが必要です', 'It needs the network once before it opens'),
      };
    case 'keys':
      return {
        title: text('有効な発行の鍵がありません', 'No issuing key is valid now'),
        todo: text('ネットにつないでください', 'Connect it to the network'),
      };
    case 'closed':
      return {
        title: text('この改札機の登録は終わっています', 'This gate is no longer enrolled'),
        todo: text(
          '本部の新しいコードで、係員の設定から登録し直してください',
          'Enrol it again with a new code of the desk: Staff, then Settings',
        ),
      };
    case 'storage':
      return {
        title: text('通過を記録できません', 'Passages cannot be recorded'),
        todo: text('空き容量を増やすと再開します', 'Free some storage: it goes on by itself'),
      };
  }
}
