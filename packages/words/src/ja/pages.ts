// Japanese: its name, and the texts of every page before its files have loaded.
import type { PageWords } from '../page-words.ts';

export const page: PageWords = { name: '日本語', loadAgain: 'もう一度読み込む' };
