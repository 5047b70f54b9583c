// What a gate decides about a code, in Japanese.
import { span } from './span.ts';

export const decisions = {
  headline: { go: 'どうぞ', stop: '通れません', staff: '係員へ' },
  /** Why a code opens nothing. */
  refused: {
    malformed: 'きっぷのコードではありません',
    forged: '正しいコードではありません',
    keyExpired: 'アプリを、通信できる場所で開き直してください',
    revoked: '取り消し・停止、または別の端末に移ったきっぷです',
    certificateExpired: 'アプリを一度、通信できる場所で開いてください',
    notYetValid: 'まだ有効期間の前です',
    expired: '有効期間が終わっています',
    wrongPlace: 'この改札では使えません。駅と方向をご確認ください',
    placeUnknown: 'この改札で使えるか分かりません。区間を確かめてください',
  },
  stale: (seconds: number) => `${span(seconds)}前のコードです。アプリを開き直してください`,
  clockAhead: (seconds: number) => `端末の時計が${span(seconds)}進んでいます。自動設定にしてください`,
  passBack: 'この駅で反対の向きに通ったばかりです',
  passBackAt: (when: string) => `${when}にこの駅で反対の向きに通っています`,
  used: '使用済みのきっぷです。係員へ',
  usedAt: (when: string) => `${when}に使用済みのきっぷです。係員へ`,
  phoneClockOff: '端末の時計がずれています。自動設定にしてください',
};
