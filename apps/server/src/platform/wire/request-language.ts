// The language of an answer, from Accept-Language.
import { acceptedTags, chooseLanguage, type Language } from '@kippu/contract/languages';

/** Returns the offered language that fits the header best; the operator's fallback if none does. */
export const requestLanguage = (header: string | undefined): Language =>
  chooseLanguage(acceptedTags(header ?? ''));
