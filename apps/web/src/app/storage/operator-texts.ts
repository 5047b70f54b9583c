// The operator's texts that the server sends as files, and the cache in which the phone keeps them for offline use. Shared with the
// service worker.

export const OPERATOR_CACHE = 'kippu-operator';
export const faqUrl = (language: string): string => `/operator/faq/${language}.json`;
export const termsUrl = (language: string): string => `/operator/terms/${language}.md`;
