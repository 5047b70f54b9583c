// Where the questions lie on the server and on the phone: named once for Help and for the worker.
import type { Language } from '@kippu/contract/limits';

export const FAQ_CACHE = 'kippu-faq';
export const faqUrl = (language: Language): string => `/operator/faq/${language}.json`;
