// Texts for gate actions and conflicts, for staff who have to find out what happened.
import type { GateConflictKind } from '@kippu/contract/calls/desk/issue';
import {
  BY_HAND_REASONS,
  type ByHandReason,
  type GateCode,
  type GateDirection,
} from '@kippu/contract/calls/gate/gate';
import { text, type Text } from './texts.ts';

export const DIRECTION_WORDS: Readonly<Record<GateDirection, Text>> = {
  in: text('入場', 'Entry'),
  out: text('出場', 'Exit'),
  both: text('入出場', 'Entry and exit'),
};

export const PASSAGE_WORDS: Readonly<Record<GateCode, Text>> = {
  31: text('入場', 'Entered'),
  32: text('出場', 'Left'),
  37: text('係員が出場させた', 'Let out by staff'),
  38: text('係員が入場させた', 'Let in by staff'),
};

interface KindWords {
  readonly title: Text;
  /** What the gate reported, and how that can happen. */
  readonly what: Text;
  /** What to check before the conflict is resolved. */
  readonly todo: Text;
}

export const KIND_WORDS: Readonly<Record<GateConflictKind, KindWords>> = {
  sameDirection: {
    title: text('同じ向きに2回通過', 'Passed twice the same way'),
    what: text(
      '前の通過と同じ向きに、もう一度通っています。通信が切れた改札機が2台あると、互いの通過を知らずに通します。',
      'It passed the same way as the time before. Two gates without a network do not know of each other’s passages and both open.',
    ),
    todo: text(
      '前の通過と駅・時刻を見比べてください。移動できない間隔なら、1枚のきっぷを2人で使った疑いがあります。',
      'Compare station and time with the passage before. Where nobody could have travelled in between, two people may share one ticket.',
    ),
  },
  noEntry: {
    title: text('入場の記録がない出場', 'Left without having entered'),
    what: text(
      '入場した記録がないまま出場しています。入場した改札機からまだ届いていないか、有人通路などから入っています。',
      'It left, but nothing tells that it had entered. The gate of the entry has not sent it yet, or the traveller came in another way.',
    ),
    todo: text(
      'まだ送信していない改札機がないか確かめてください。どの駅から入ったか分かれば、メモに残します。',
      'See whether a gate has not been heard for long. Where you find out where they entered, say so in the note.',
    ),
  },
  usedUp: {
    title: text('使い終わったきっぷで入場', 'Entered after its last journey'),
    what: text(
      '乗れる回数をすべて使ったあとに、もう一度入場しています。',
      'It entered again although all its journeys were made.',
    ),
    todo: text(
      'きっぷの履歴で、それまでの旅行を確かめてください。再発行したきっぷなら、前のきっぷの通過が後から届いたのかもしれません。',
      'Look at its journeys in the ticket’s history. Of a reissued ticket, passages of the one before may have come late.',
    ),
  },
  revoked: {
    title: text('止めたきっぷで通過', 'Passed with a stopped ticket'),
    what: text(
      '停止・払い戻し・譲渡などのあとに通っています。改札機がその知らせを受け取る前でした。',
      'It had been suspended, refunded or given on meanwhile, and the gate had not heard of that yet.',
    ),
    todo: text(
      'だれが持っていたきっぷか、きっぷの履歴で確かめてください。払い戻したあとの通過なら、運賃をいただくことになります。',
      'See in the ticket’s history who had it by then. Of a refunded ticket, the fare is owed.',
    ),
  },
  wrongDirection: {
    title: text('改札機の向きが違う', 'A way the gate is not for'),
    what: text(
      '入場専用の改札機で出場するなど、登録と違う向きに通しています。',
      'The gate let somebody pass a way that it was not enrolled for.',
    ),
    todo: text(
      '改札機の設定を確かめてください。向きを変えるなら、新しいコードで登録し直します。',
      'Look at that gate’s settings. For another direction it is enrolled anew with a new code.',
    ),
  },
  wrongPlace: {
    title: text('使えない改札での通過', 'A gate the ticket does not open'),
    what: text(
      'このきっぷでは通れない駅、または通れない向きの改札で開いています。改札機の知らせが古かったか、証明書に駅の指定がありませんでした。',
      'The product does not open gates at this station in this direction. The gate had old data, or the certificate named no stations.',
    ),
    todo: text(
      'きっぷの使える区間を確かめてください。区間の外で乗っていれば、その分の運賃をいただくことになります。',
      'Compare the journey with where the ticket is good. For travel outside it, a fare is owed.',
    ),
  },
  passBack: {
    title: text('同じ駅ですぐ反対向きに通過', 'Back through the same station at once'),
    what: text(
      '同じ駅で、数分のうちに反対の向きに通っています。1枚のきっぷを2人で使った疑いがあります。',
      'The ticket passed the other way at the same station within minutes. Two people may have used one ticket.',
    ),
    todo: text(
      '前後の通過を見てください。入場と出場が交互に続いていれば、改札機の向きを入場か出場のどちらかにして登録し直します。',
      'Look at the passages before and after. If entries and exits alternate, enrol that gate for one direction only.',
    ),
  },
  expired: {
    title: text('有効期間のあとの通過', 'After the ticket had ended'),
    what: text(
      '有効期間が終わってから入場しているか、終わって4時間を過ぎてから出場しています。',
      'It entered after its validity had ended, or left more than four hours after that.',
    ),
    todo: text(
      '改札機の時計と、きっぷの有効期間を確かめてください。期間のあとに乗っていれば、その分の運賃をいただくことになります。',
      'Compare the gate’s clock with the ticket’s validity. For travel after its end, a fare is owed.',
    ),
  },
  wrongClock: {
    title: text('時刻がありえない通過', 'A time that cannot be'),
    what: text(
      '未来の時刻、または発行より前の時刻が記録されています。サーバーに届いた時刻に通ったものとして数えています。',
      'The gate told a time in the future, or before the ticket was issued. It counts as of when the server heard of it.',
    ),
    todo: text(
      '改札機の時計を確かめてください。時計が正しければ、改札機の鍵がほかの人に使われている疑いがあります。',
      'Look at the gate’s clock. If that is right, somebody else may have the gate’s key: close the gate.',
    ),
  },
  unknownTicket: {
    title: text('存在しないきっぷの番号', 'A number that is no ticket'),
    what: text(
      '係員が入力した番号のきっぷがありません。ほとんどは打ち間違いです。',
      'There is no ticket with the number that staff typed. Most often it is a typing error.',
    ),
    todo: text(
      '似た番号のきっぷがないか確かめ、通した係員に聞いてください。',
      'Look for a ticket with a similar number, and ask who was at the gate.',
    ),
  },
  forged: {
    title: text('偽造された証明書', 'A forged certificate'),
    what: text(
      '当社の鍵で署名されていない証明書、またはほかのきっぷの証明書で開いています。名前の出ているきっぷの持ち主が通ったとは限らず、そのきっぷは元のままです。',
      'The gate opened for a certificate that no key of ours signed, or another ticket’s. Whoever has the named ticket need not be who passed; that ticket stays as it was.',
    ),
    todo: text(
      '管理者に知らせてください。その改札機と、発行の鍵を扱える人を確かめます。',
      'Tell a manager: that gate, and whoever can reach the issuing key, have to be looked at.',
    ),
  },
  noReason: {
    title: text('理由のない手動通過', 'Passed by hand, no reason given'),
    what: text(
      '係員が証明書なしで通しましたが、理由がありません。きっぷは元のままです。',
      'Staff passed somebody without a code and gave no reason. The ticket stays as it was.',
    ),
    todo: text(
      'その改札機の係員に理由を聞いてください。だれも通していないなら、改札機を閉鎖します。',
      'Ask the staff at that gate. If nobody there did it, close the gate.',
    ),
  },
  tooManyByHand: {
    title: text('手動通過が多すぎる', 'Too many passed by hand'),
    what: text(
      '証明書なしの通過が、改札機1台の上限（1時間60件、1日500件）を超えました。超えた分のきっぷは元のままです。',
      'The gate reported more passages without a code than one gate may: 60 an hour, 500 a day. The tickets of the rest stay as they were.',
    ),
    todo: text(
      'その駅で何があったか確かめてください。心当たりがなければ、改札機を閉鎖します。',
      'Find out what happened at that station. If nobody knows of it, close the gate.',
    ),
  },
  afterClosing: {
    title: text('閉鎖後の通過', 'After the gate was closed'),
    what: text(
      '閉鎖した改札機が、有効とした時刻より後に通しています。この通過は数えません。すでに使用済みになったきっぷは、使用済みのままです。',
      'A closed gate did this after the time until which it counts. It is not counted. A ticket that it used up before stays used.',
    ),
    todo: text(
      '持ち主が乗っていないのに使用済みになったきっぷは、再発行してください。',
      'Where the ticket was used up and its owner did not travel, reissue it.',
    ),
  },
};

const BY_HAND_WORDS: Readonly<Record<ByHandReason, Text>> = {
  phone: text('スマホの電池切れ・故障', 'Phone dead or broken'),
  unreadable: text('コードを読み取れない', 'Code could not be read'),
  noEntry: text('入場記録がない', 'No entry on record'),
  wrongDirections: text('案内の誤り', 'Wrong directions given'),
};

/** Returns why staff let a ticket pass: a known reason in the desk's words, any other as typed. */
export function byHandReason(reason: string): Text {
  const known = BY_HAND_REASONS.find((each) => each === reason);
  return known === undefined ? text(reason, reason) : BY_HAND_WORDS[known];
}

/** Returns enough of a gate's id to distinguish it from other gates. */
export const gateMark = (gateId: string): string => gateId.slice(0, 8);
