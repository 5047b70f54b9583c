// A ticket's status in words, by language: the same words as in the app.
import type { TicketStatus } from '@kippu/contract/values';
import type { Language } from '@kippu/contract/limits';
import { ticketList as en } from './en/app/ticket-list.ts';
import { ticketList as ja } from './ja/app/ticket-list.ts';
import { ticketList as ko } from './ko/app/ticket-list.ts';
import { ticketList as zhCn } from './zh-cn/app/ticket-list.ts';
import { ticketList as zhTw } from './zh-tw/app/ticket-list.ts';

export const STATUS_WORDS: Readonly<Record<Language, Readonly<Record<TicketStatus, string>>>> = {
  ja: ja.status,
  en: en.status,
  ko: ko.status,
  'zh-CN': zhCn.status,
  'zh-TW': zhTw.status,
};
