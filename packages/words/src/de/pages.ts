// German: its name, and the texts of every page before its files have loaded.
import type { PageWords } from '../page-words.ts';

export const page: PageWords = { name: 'Deutsch', loadAgain: 'Neu laden' };
