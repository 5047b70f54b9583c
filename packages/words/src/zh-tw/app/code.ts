import type { Messages } from '../../app-words.ts';

export const code: Messages['code'] = {
  place: (at, of) => `共${of}張，第${at}張`,
  previous: '上一張車票',
  next: '下一張車票',
  nextCode: (who) => `下一個QR碼：${who}`,
  passed: { in: '已進站', out: '已出站' },
  startFirst: '打開車票並點「立即使用」，QR碼就會顯示在這個畫面。',
  toTicket: '打開車票',
  brighter: '不容易讀取時，請調亮螢幕。',
  staffNumber: '給站務人員看的編號',
  askStaff: '也可以給閘門的站務人員看這個編號。',
  usedUp: '這張車票已使用完畢。',
  saved: {
    show: '顯示我的QR碼',
    title: '已儲存的QR碼',
    none: '這支手機上沒有可用的QR碼。登入後可查看車票。',
    remove: '從這支手機刪除QR碼',
    removeTitle: '要從這支手機刪除QR碼嗎？',
    removeText: '再次顯示需要登入。',
  },
  states: {
    exitOnly: (time) => `車票有效期間已結束。若您仍在站內，${time}前可以出站。`,
    offline: (moment) => `沒有網路也可以照常對準讀取器。這\u2060個QR\u2060碼可用至${moment}。`,
    saved: (moment) =>
      `您已登出，這是儲存在手機上的QR碼。請照常對準讀取器。這\u2060個QR\u2060碼可用至${moment}。`,
    clockWrong: (minutes) =>
      `這支手機的時鐘約差${minutes}\u2060分\u2060鐘。QR碼會以正確時間產生，請照常對準讀取器；之後請把手機時間設為自動。`,
    unkept: '這支手機無法儲存QR碼（儲存空間已滿或無痕模式）。通過閘門之前，請勿關閉此頁面。',
    outlived: '這支手機上的QR碼已過期。請連上網路後再試一次。',
    notOnPhone: '這支手機上還沒有這張車票的QR碼。請連上網路一次後再試。',
    noKey: '這個瀏覽器無法產生QR碼。請勿在LINE中開啟，請用Safari或Chrome，不要用無痕模式。',
    ended: '現在無法顯示QR碼。',
  },
};
