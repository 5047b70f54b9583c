// The operator's questions and answers, fetched once in the app's language. The service worker keeps them for offline
// use.
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { REQUEST_TIMEOUT_MS, type Language } from '@kippu/contract/limits';
import { indexFaq, type FaqBook, type FaqEntry, type FaqIndex } from '@kippu/help-search/search';
import { CallError } from '@kippu/client/call-error';
import { useLanguage } from '../i18n/messages.ts';
import { FAQ_CACHE, faqUrl } from './faq-kept.ts';

export interface Faq {
  readonly book: FaqBook;
  /** Returns the search index. Takes some 300 ms on a slow phone; done once, when idle or at the first question. */
  readonly index: () => FaqIndex;
  readonly entries: ReadonlyMap<string, FaqEntry>;
}

const isBook = (value: unknown): value is FaqBook =>
  typeof value === 'object' && value !== null && 'categories' in value && 'elsewhere' in value;

async function bookOf(response: Response): Promise<FaqBook> {
  let answer: unknown;
  try {
    answer = await response.json();
  } catch {
    throw new CallError('notJson', { status: response.status });
  }
  if (!response.ok || !isBook(answer)) throw new CallError('notJson', { status: response.status });
  return answer;
}

/** Some browsers have no cache outside https, and private windows have none. Then nothing is kept. */
async function keep(url: string, response: Response): Promise<void> {
  try {
    await (await caches.open(FAQ_CACHE)).put(url, response);
  } catch {
    // The answer is usable even if it was not kept.
  }
}
async function stored(url: string): Promise<Response | undefined> {
  try {
    return await (await caches.open(FAQ_CACHE)).match(url);
  } catch {
    return undefined;
  }
}

async function loadBook(language: Language): Promise<FaqBook> {
  const url = faqUrl(language);
  const signal = AbortSignal.timeout(REQUEST_TIMEOUT_MS);
  let response: Response;
  try {
    response = await fetch(url, { signal });
  } catch {
    const old = await stored(url);
    if (!old) throw new CallError('network');
    return bookOf(old);
  }
  const copy = response.clone();
  const book = await bookOf(response);
  await keep(url, copy);
  return book;
}

/** Builds the index once: when the phone is idle, or when it is first needed. */
function indexWhenIdle(book: FaqBook, language: Language): () => FaqIndex {
  let made: FaqIndex | undefined;
  const index = () => (made ??= indexFaq(book, language));
  // Safari has no idle callback.
  if ('requestIdleCallback' in window) requestIdleCallback(() => index());
  else setTimeout(index, 500);
  return index;
}

/** Returns the questions of the app's language, ready to be searched. */
export function useFaq(): UseQueryResult<Faq, Error> {
  const language = useLanguage();
  return useQuery<Faq, Error>({
    queryKey: ['faq', language],
    queryFn: async () => {
      const book = await loadBook(language);
      const all = book.categories.flatMap(({ entries }) => entries);
      return {
        book,
        index: indexWhenIdle(book, language),
        entries: new Map(all.map((entry) => [entry.faqId, entry])),
      };
    },
    staleTime: Infinity,
    gcTime: Infinity,
  });
}
