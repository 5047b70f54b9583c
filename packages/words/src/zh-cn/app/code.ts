import type { Messages } from '../../app-words.ts';

export const code: Messages['code'] = {
  place: (at, of) => `共${of}张，第${at}张`,
  previous: '上一张车票',
  next: '下一张车票',
  nextCode: (who) => `下一个二维码：${who}`,
  passed: { in: '已进站', out: '已出站' },
  startFirst: '请打开车票并点“立即使用”，二维码就会显示在这里。',
  toTicket: '打开车票',
  brighter: '不容易读取时，请调亮屏幕。',
  staffNumber: '给工作人员看的编号',
  askStaff: '也可以给检票口的工作人员看这个编号。',
  usedUp: '此车票已使用完毕。',
  saved: {
    show: '显示我的二维码',
    title: '已保存的二维码',
    none: '这部手机上没有可用的二维码。登录后可查看车票。',
    remove: '从这部手机删除二维码',
    removeTitle: '要从这部手机删除二维码吗？',
    removeText: '再次显示需要登录。',
  },
  states: {
    exitOnly: (time) => `车票有效期已结束。如您仍在站内，${time}前可以出站。`,
    offline: (moment) => `没有网络也可以照常对准检票机。此二维码可用至${moment}。`,
    saved: (moment) => `您已退出登录，这是保存在手机上的二维码。请照常对准检票机。此二维码可用至${moment}。`,
    clockWrong: (minutes) =>
      `这部手机的时钟约差${minutes}\u2060分\u2060钟。二维码会按正确时间生成，请照常对准检票机；之后请把手机时间设为自动。`,
    unkept: '此手机无法保存二维码（存储空间已满或无痕模式）。通过检票口之前，请不要关闭此页面。',
    outlived: '这部手机上的二维码已过期。请连接网络后重试。',
    notOnPhone: '这部手机上还没有此车票的二维码。请连接一次网络后重试。',
    noKey: '此浏览器无法生成二维码。请不要在微信中打开，可用手机自带浏览器，不要用无痕模式。',
    ended: '现在不能显示二维码。',
  },
};
