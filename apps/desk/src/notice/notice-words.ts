// The desk's names for notices, their states and their languages.
import type { DeskNotice } from '@kippu/contract/calls/desk/notices';
import type { NoticeState } from '@kippu/contract/values';
import { DESK_WORDS } from '../app/text/words.ts';
import type { Text } from '../app/text/texts.ts';
import type { ChipTone } from '../ui/layout/chip.tsx';

const words = DESK_WORDS.notices;

export const STATE_WORDS: Readonly<Record<NoticeState, Text>> = words.state;

export const STATE_TONES: Readonly<Record<NoticeState, ChipTone>> = {
  coming: 'info',
  shown: 'ok',
  past: 'plain',
  withdrawn: 'danger',
};

export const LEVEL_WORDS: Readonly<Record<DeskNotice['level'], Text>> = words.level;
