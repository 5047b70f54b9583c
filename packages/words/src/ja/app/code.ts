// The words of the code screen: several travellers' codes, and each reason why a code cannot be renewed.
export const code = {
  place: (at: number, of: number) => `${of}枚中${at}枚目`,
  previous: '前のきっぷ',
  next: '次のきっぷ',
  nextCode: (who: string) => `次のコード：${who}`,
  passed: { in: '入場済み', out: '出場済み' },
  startFirst: 'きっぷを開いて「今すぐ使う」を押してください。コードがここに表示されます。',
  toTicket: 'きっぷを開く',
  brighter: '読み取りにくいときは、画面を明るくしてください。',
  staffNumber: '係員に見せる番号',
  askStaff: '改札の係員に、この番号を見せることもできます。',
  usedUp: 'このきっぷは使用済みです。',
  saved: {
    show: '保存されたコードを表示',
    title: '保存されたコード',
    none: '使えるコードは、この端末に保存されていません。ログインすると、きっぷを表示できます。',
    remove: 'この端末からコードを削除',
    removeTitle: 'この端末からコードを削除しますか？',
    removeText: 'もう一度表示するには、ログインしてください。',
  },
  states: {
    exitOnly: (time: string) => `有効期間が終わりました。駅の中にいる方は、${time}まで出場できます。`,
    offline: (moment: string) => `通信できませんが、このままかざせます。このコードは${moment}まで使えます。`,
    saved: (moment: string) =>
      `ログアウト中のため、保存されたコードです。このままかざせます。このコードは${moment}まで使えます。`,
    clockWrong: (minutes: number) =>
      `この端末の時計は約${minutes}\u2060分ずれています。コードは正しい時刻で作られるので、このままかざせます。あとで端末の時刻設定を自動にしてください。`,
    unkept:
      'コードをこの端末に保存できません（空き容量不足か、プライベートモード）。改札を通るまで、この画面を閉じないでください。',
    outlived: 'この端末のコードは期限が切れました。通信できる場所で、もう一度お試しください。',
    notOnPhone:
      'このきっぷのコードは、まだこの端末にありません。一度通信できる場所で、もう一度お試しください。',
    noKey:
      'このブラウザーではコードを作れません。LINEなどのアプリの中ではなく、SafariかChromeで開いてください。プライベートモードは使えません。',
    ended: '今は、コードを表示できません。',
  },
};
