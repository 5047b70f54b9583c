export const travel = {
  onBoard: '乗車中・到着まで',
  missed: '列車は発車しました',
  arrived: '到着しました',
  arrivesNow: 'まもなく到着',
  nextStop: (station: string, time: string) => `次は${station}（${time}）`,
  notInUse: (count: number) =>
    count === 1
      ? 'きっぷは未使用です。「今すぐ使う」を押すまで乗車できません。'
      : `きっぷ${count}枚が未使用です。使用を開始するまで乗車できません。`,
  putIntoUse: (count: number) => (count === 1 ? 'きっぷを今すぐ使う' : `きっぷ${count}枚を今すぐ使う`),
  question: (count: number) => `このきっぷ${count}枚を今すぐ使いますか`,
  usedUntil: (moment: string) => `使用を開始すると元に戻せません。有効期限はいずれも${moment}です。`,
  used: (count: number) => `きっぷ${count}枚の使用を開始しました`,
  inside: '入場しました。列車にお乗りください。',
  goToPlatform: (platform: string) => `入場しました。${platform}番のりばへお進みください。`,
  missedText: '予約した座席は、この列車でのみご利用になれます。この後のご乗車は、駅の係員にお尋ねください。',
  reserveLater: '別の列車を予約する',
  exitByCode: '駅を出るときに、もう一度コードをかざしてください。',
  exitByPhone: '駅を出るときに、出場を確認してください。',
};
