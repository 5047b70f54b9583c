// What is pushed to phones in Simplified Chinese: a title of 50 characters at most, and a text of 120.
import type { PushWords } from '../../mail-words.ts';

export const push: PushWords = {
  change: {
    cancelled: ['{train}停运', '{from}至{to}不运行。请在应用中免费改乘其他列车。'],
    stopLeftOut: ['{train}不停靠您的车站', '无法乘坐该车从{from}到{to}。请在应用中免费改乘其他列车。'],
    restored: ['{train}恢复运行', '{time}从{from}发车，您的座位保留。无需办理任何手续。'],
    seatGone: ['您在{train}的座位已取消', '该车更换了车厢。请在应用中免费另选座位。'],
    retimed: ['{train}时刻变更', '{time}从{from}发车。您的座位不变。'],
    platform: ['{train}改到{platform}号站台', '{time}从{from}发车。请前往{platform}号站台。'],
    late: ['{train}晚点约{minutes}分钟', '预计{time}从{from}发车。出发前请在应用中再次确认。'],
    onTime: ['{train}恢复正点', '{time}从{from}发车。请在此之前到达车站。'],
  },
  departure: [
    '{train}将于{time}发车',
    '{from}{platform}号站台。您的座位：{seats}。',
    '{from}。站台请看车站显示屏。您的座位：{seats}。',
  ],
  received: ['您收到了一张车票', '{product}已加入您的车票。请在应用中查看。'],
  entered: ['您的同行者已进站', '{time}通过{station}检票口进站。无需办理任何手续。'],
  left: ['您的同行者已出站', '{time}通过{station}检票口出站。无需办理任何手续。'],
  lateMail: [
    '{day}的{train}晚点约{minutes}分钟。预计{time}从{from}发车。',
    '晚点时间可能缩短，出发前请在应用中确认。如不方便，请在应用中选择其他列车。',
  ],
};
