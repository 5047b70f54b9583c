// What a gate decides about a code, in Japanese.
import { span } from './span.ts';

export const decisions = {
  headline: { go: 'どうぞ', stop: '通れません', staff: '係員へ' },
  /** Why a code opens nothing. */
  refused: {
    malformed: 'きっぷのコードではありません',
    forged: '正しいコードではありません',
    keyExpired: '発行の鍵が期限切れです',
    revoked: '取り消し・停止、または別のスマホに移ったきっぷです',
    certificateExpired: 'スマホを一度ネットにつないでください',
    notYetValid: 'まだ有効期間の前です',
    expired: '有効期間が終わっています',
    wrongPlace: 'この駅・この向きでは使えないきっぷです',
    placeUnknown: 'この改札で使えるか分かりません。区間を確かめてください',
  },
  stale: (seconds: number) => `${span(seconds)}前のコードです`,
  clockAhead: (seconds: number) => `スマホの時計が${span(seconds)}進んでいます`,
  passBack: 'この駅で反対の向きに通ったばかりです',
  passBackAt: (when: string) => `${when}にこの駅で反対の向きに通っています`,
  used: '使用済みのきっぷです',
  usedAt: (when: string) => `${when}に使用済みのきっぷです`,
  phoneClockOff: 'スマホの時計がずれています',
};
