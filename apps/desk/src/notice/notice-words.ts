// The desk's names for notices, their states and their languages.
import type { DeskNotice } from '@kippu/contract/calls/desk/notices';
import type { NoticeState } from '@kippu/contract/values';
import { notices as en } from '@kippu/words/en/desk/notices';
import { inBoth } from '@kippu/words/in-both';
import { notices as ja } from '@kippu/words/ja/desk/notices';
import type { Text } from '../app/text/texts.ts';
import type { ChipTone } from '../ui/layout/chip.tsx';

const words = inBoth(ja, en);

export const STATE_WORDS: Readonly<Record<NoticeState, Text>> = words.state;

export const STATE_TONES: Readonly<Record<NoticeState, ChipTone>> = {
  coming: 'info',
  shown: 'ok',
  past: 'plain',
  withdrawn: 'danger',
};

export const LEVEL_WORDS: Readonly<Record<DeskNotice['level'], Text>> = words.level;
