// The words of the server's answers, mails and pictures, by language.
import type { Language, StopWords } from '@kippu/contract/languages';
import type { TicketStatus } from '@kippu/contract/values';
import { ERRORS, MAILS, PICTURES, STOP_WORDS, TICKETS } from './generated/server.ts';
import type { ErrorWords } from './error-words.ts';
import type { MailWords } from './mail-words.ts';
import type { PictureWords } from './picture-words.ts';
import { wordsIn } from './words-in.ts';

/** Returns the texts of all error codes. Throws Error for a language without words, as the functions below. */
export const errorWords = (language: Language): ErrorWords => wordsIn(ERRORS, language);
/** Returns the words of all mails. */
export const mailWords = (language: Language): MailWords => wordsIn(MAILS, language);
/** Returns the texts of pictures that the server draws. */
export const pictureWords = (language: Language): PictureWords => wordsIn(PICTURES, language);
/** Returns the words without a topic, for Help's search. */
export const stopWords = (language: Language): StopWords => wordsIn(STOP_WORDS, language);
/** Returns a ticket's status as the app calls it. */
export const statusWord = (status: TicketStatus, language: Language): string =>
  wordsIn(TICKETS, language).status[status];
