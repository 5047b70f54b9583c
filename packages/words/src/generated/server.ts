// Written by scripts/words/index-words.mjs from the folders of the languages. `npm run words` writes it again.
import { ticketList as deTickets } from '../de/app/ticket-list.ts';
import { ticketList as enTickets } from '../en/app/ticket-list.ts';
import { ticketList as jaTickets } from '../ja/app/ticket-list.ts';
import { ticketList as koTickets } from '../ko/app/ticket-list.ts';
import { ticketList as zhCNTickets } from '../zh-cn/app/ticket-list.ts';
import { ticketList as zhTWTickets } from '../zh-tw/app/ticket-list.ts';
import { errorWords as deErrors } from '../de/errors/server.ts';
import { errorWords as enErrors } from '../en/errors/server.ts';
import { errorWords as jaErrors } from '../ja/errors/server.ts';
import { errorWords as koErrors } from '../ko/errors/server.ts';
import { errorWords as zhCNErrors } from '../zh-cn/errors/server.ts';
import { errorWords as zhTWErrors } from '../zh-tw/errors/server.ts';
import { mails as deMails } from '../de/mails/all.ts';
import { mails as enMails } from '../en/mails/all.ts';
import { mails as jaMails } from '../ja/mails/all.ts';
import { mails as koMails } from '../ko/mails/all.ts';
import { mails as zhCNMails } from '../zh-cn/mails/all.ts';
import { mails as zhTWMails } from '../zh-tw/mails/all.ts';
import { pictures as dePictures } from '../de/pictures.ts';
import { pictures as enPictures } from '../en/pictures.ts';
import { pictures as jaPictures } from '../ja/pictures.ts';
import { pictures as koPictures } from '../ko/pictures.ts';
import { pictures as zhCNPictures } from '../zh-cn/pictures.ts';
import { pictures as zhTWPictures } from '../zh-tw/pictures.ts';
import { stopWords as deStopWords } from '../de/stop-words.ts';
import { stopWords as enStopWords } from '../en/stop-words.ts';
import { stopWords as jaStopWords } from '../ja/stop-words.ts';
import { stopWords as koStopWords } from '../ko/stop-words.ts';
import { stopWords as zhCNStopWords } from '../zh-cn/stop-words.ts';
import { stopWords as zhTWStopWords } from '../zh-tw/stop-words.ts';

export const ERRORS = {
  de: deErrors,
  en: enErrors,
  ja: jaErrors,
  ko: koErrors,
  'zh-CN': zhCNErrors,
  'zh-TW': zhTWErrors,
};

export const MAILS = {
  de: deMails,
  en: enMails,
  ja: jaMails,
  ko: koMails,
  'zh-CN': zhCNMails,
  'zh-TW': zhTWMails,
};

export const PICTURES = {
  de: dePictures,
  en: enPictures,
  ja: jaPictures,
  ko: koPictures,
  'zh-CN': zhCNPictures,
  'zh-TW': zhTWPictures,
};

export const TICKETS = {
  de: deTickets,
  en: enTickets,
  ja: jaTickets,
  ko: koTickets,
  'zh-CN': zhCNTickets,
  'zh-TW': zhTWTickets,
};

export const STOP_WORDS = {
  de: deStopWords,
  en: enStopWords,
  ja: jaStopWords,
  ko: koStopWords,
  'zh-CN': zhCNStopWords,
  'zh-TW': zhTWStopWords,
};
