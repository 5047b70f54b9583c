// What is pushed to phones in Traditional Chinese: a title of 50 characters at most, and a text of 120.
import type { PushWords } from '../../mail-words.ts';

export const push: PushWords = {
  change: {
    cancelled: ['{train}停駛', '{from}至{to}不行駛。請在應用程式中免費改搭其他列車。'],
    stopLeftOut: ['{train}不停靠您的車站', '無法搭乘該車從{from}到{to}。請在應用程式中免費改搭其他列車。'],
    restored: ['{train}恢復行駛', '{time}從{from}發車，您的座位保留。無需辦理任何手續。'],
    seatGone: ['您在{train}的座位已取消', '該車更換了車廂。請在應用程式中免費另選座位。'],
    retimed: ['{train}時刻變更', '{time}從{from}發車。您的座位不變。'],
    platform: ['{train}改到{platform}號月台', '{time}從{from}發車。請前往{platform}號月台。'],
    late: ['{train}誤點約{minutes}分鐘', '預計{time}從{from}發車。出發前請在應用程式中再次確認。'],
    onTime: ['{train}恢復準點', '{time}從{from}發車。請在此之前抵達車站。'],
  },
  departure: [
    '{train}將於{time}發車',
    '{from}{platform}號月台。您的座位：{seats}。',
    '{from}。月台請看車站顯示幕。您的座位：{seats}。',
  ],
  received: ['您收到了一張車票', '{product}已加入您的車票。請在應用程式中查看。'],
  entered: ['您的同行者已進站', '{time}通過{station}驗票口進站。無需辦理任何手續。'],
  left: ['您的同行者已出站', '{time}通過{station}驗票口出站。無需辦理任何手續。'],
  lateMail: [
    '{day}的{train}誤點約{minutes}分鐘。預計{time}從{from}發車。',
    '誤點時間可能縮短，出發前請在應用程式中確認。如不方便，請在應用程式中選擇其他列車。',
  ],
};
