// What gates do, and what of it does not fit, in words for whoever has to find out what happened.
import type { GateConflictKind } from '@kippu/contract/desk';
import type { GateCode, GateDirection } from '@kippu/contract/gate';
import { text, type Text } from '../app/texts.ts';

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
  /** What the gate said, and how that comes about. */
  readonly what: Text;
  /** What to look at before it is settled. */
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
};

/** Enough of a gate's id to tell it from the others. */
export const gateMark = (gateId: string): string => gateId.slice(0, 8);
