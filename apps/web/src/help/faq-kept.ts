// Where the questions lie on the server and on the phone: named once for Help and for the worker.

export const FAQ_CACHE = 'kippu-faq';
export const faqUrl = (language: string): string => `/operator/faq/${language}.json`;
