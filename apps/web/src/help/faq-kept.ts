// Where the server and the phone's cache keep the questions. Shared by Help and the service worker.

export const FAQ_CACHE = 'kippu-faq';
export const faqUrl = (language: string): string => `/operator/faq/${language}.json`;
