// Why a gate does not run, and what staff do, in Japanese.
import { span } from './span.ts';

export const halts = {
  off: {
    title: (seconds: number) => `端末の時計が${span(seconds)}${seconds > 0 ? '進んで' : '遅れて'}います`,
    todo: '日付と時刻を自動に設定してください',
  },
  setBack: {
    title: (seconds: number) => `端末の時計が${span(seconds)}戻されました`,
    todo: '時刻を直すか、通信できるようにしてください',
  },
  unchecked: { title: '時刻をまだ確認できていません', todo: '最初の一度だけ通信が必要です' },
  keys: { title: '有効な発行の鍵がありません', todo: '通信できるようにしてください' },
  closed: {
    title: 'この改札機の登録は終わっています',
    todo: '本部の新しいコードで、係員の設定から登録し直してください',
  },
  storage: { title: '通過を記録できません', todo: '空き容量を増やすと再開します' },
};
