// The operator's questions and answers on the phone: fetched once in the language of the app; the worker keeps them for no network.
import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { REQUEST_TIMEOUT_MS, type Language } from '@kippu/contract/limits';
import { indexFaq, type FaqBook, type FaqEntry, type FaqIndex } from '@kippu/domain/faq-search';
import { ApiError } from '../app/api-error.ts';
import { useLanguage } from '../i18n/messages.ts';
import { FAQ_CACHE, faqUrl } from './faq-kept.ts';

export interface Faq {
  readonly book: FaqBook;
  /** Gives the index: some 300 ms of work on a slow phone, done once, in an idle moment or at the first question. */
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
    throw new ApiError('notJson', { status: response.status });
  }
  if (!response.ok || !isBook(answer)) throw new ApiError('notJson', { status: response.status });
  return answer;
}

/** Some browsers give no cache outside https, private windows give none at all; then nothing is kept. */
async function keep(url: string, response: Response): Promise<void> {
  try {
    await (await caches.open(FAQ_CACHE)).put(url, response);
  } catch {
    // The answer is here all the same.
  }
}
async function kept(url: string): Promise<Response | undefined> {
  try {
    return await (await caches.open(FAQ_CACHE)).match(url);
  } catch {
    return undefined;
  }
}

async function loadBook(language: Language): Promise<FaqBook> {
  const url = faqUrl(language);
  let response: Response;
  try {
    response = await fetch(url, { signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS) });
  } catch {
    const old = await kept(url);
    if (!old) throw new ApiError('network');
    return bookOf(old);
  }
  const copy = response.clone();
  const book = await bookOf(response);
  await keep(url, copy);
  return book;
}

/** Makes it once: when the phone is idle, so that the screen stands first, or when it is asked for. */
function indexWhenIdle(book: FaqBook, language: Language): () => FaqIndex {
  let made: FaqIndex | undefined;
  const index = () => (made ??= indexFaq(book, language));
  // Safari has no idle callback.
  if ('requestIdleCallback' in window) requestIdleCallback(() => index());
  else setTimeout(index, 500);
  return index;
}

/** The questions of the app's language, ready to be searched. */
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
