// The desk's names for notices, their states and their languages.
import type { DeskNotice, NoticeState } from '@kippu/contract/calls/desk/notices';
import type { Language } from '@kippu/contract/limits';
import { text, type Text } from '../app/text/texts.ts';
import type { ChipTone } from '../ui/layout/chip.tsx';

export const STATE_WORDS: Readonly<Record<NoticeState, Text>> = {
  coming: text('掲載前', 'Coming'),
  shown: text('掲載中', 'Shown'),
  past: text('掲載終了', 'Past'),
  withdrawn: text('取り下げ', 'Withdrawn'),
};

export const STATE_TONES: Readonly<Record<NoticeState, ChipTone>> = {
  coming: 'info',
  shown: 'ok',
  past: 'plain',
  withdrawn: 'danger',
};

export const LEVEL_WORDS: Readonly<Record<DeskNotice['level'], Text>> = {
  info: text('通常', 'Normal'),
  important: text('重要', 'Important'),
};

/** The label that the app shows on an important notice. */
export const IMPORTANT_IN: Readonly<Record<Language, string>> = {
  ja: '重要',
  en: 'Important',
  ko: '중요',
  'zh-CN': '重要',
  'zh-TW': '重要',
};
