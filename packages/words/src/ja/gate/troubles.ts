// What failed at a gate, and what staff do, in Japanese.
import { span } from './span.ts';

export const troubles = {
  network: {
    title: 'サーバーに届きません',
    todo: '通信を確認してください',
    sync: '改札は続けられます。通信が戻れば自動で送ります',
  },
  server: {
    title: 'サーバーで問題が起きています',
    todo: '少し待って、もう一度',
    sync: '改札は続けられます。自動で送り直します',
  },
  clock: { title: '端末の時計が合っていません', todo: '日付と時刻を自動に設定してください' },
  unproved: { title: 'サーバーの応答を確認できません', todo: 'ログインが要る通信網でないか確認してください' },
  codeUnknown: {
    title: 'コードが違うか、使用済みです',
    todo: 'コードを確かめるか、本部に新しいコードを頼んでください',
  },
  codeOld: { title: 'コードの期限（24時間）が切れています', todo: '本部に新しいコードを頼んでください' },
  fault: { title: 'この端末のページに問題があります', todo: '読み込み直すか、ブラウザーを更新してください' },
  storage: {
    title: '端末に保存できません',
    todo: '空き容量を増やすか、プライベートモードを終了してください',
  },
  tooManyTries: { title: '回数が多すぎます', todo: (seconds: number) => `${span(seconds)}後にもう一度` },
  signatureRefused: { title: '端末の署名が受け付けられません', todo: 'ページを読み込み直して、もう一度' },
  /** While sending reports. */
  busy: { title: 'サーバーが混み合っています', todo: 'そのままお待ちください。自動で送ります' },
  closed: {
    title: 'この改札機の登録は終わっています',
    todo: '本部の新しいコードで、「設定」から登録し直してください',
  },
  notTaken: {
    title: 'サーバーがこの端末の通信を受け付けません',
    todo: 'ページを読み込み直し、続くなら本部へ連絡',
  },
  /** In the bar: why nothing is sent. */
  bar: {
    device: '端末の問題',
    clock: '時計の問題',
    network: 'オフライン',
    closed: '登録終了',
    unproved: '別の通信網',
    server: 'サーバーの問題',
  },
};
