// The words of all mails, by language.
import type { Language } from '@kippu/contract/limits';
import type { MailWords } from './mail-words.ts';
import { mails as en } from './en/mails/all.ts';
import { mails as ja } from './ja/mails/all.ts';
import { mails as ko } from './ko/mails/all.ts';
import { mails as zhCn } from './zh-cn/mails/all.ts';
import { mails as zhTw } from './zh-tw/mails/all.ts';

export const MAIL_WORDS: Readonly<Record<Language, MailWords>> = { ja, en, ko, 'zh-CN': zhCn, 'zh-TW': zhTw };
