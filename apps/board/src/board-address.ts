// What the address of a board says: its station and its languages.
import { chooseLanguage, offeredLanguages, type Language } from '@kippu/contract/languages';

/** Returns the station that a path such as '/board/north' names; '' for none. */
export function stationOf(pathname: string): string {
  const [, , segment = ''] = pathname.split('/');
  try {
    return decodeURIComponent(segment);
  } catch (error) {
    if (error instanceof URIError) return segment;
    throw error;
  }
}

interface Languages {
  /** Those that take turns: the ones that the address names, else all that the operator offers. */
  readonly languages: readonly Language[];
  /** The one of who reads the page. */
  readonly reader: Language;
}

/** Chooses the languages. @param search such as '?languages=ja,en' @param wanted those of the browser, most wanted first */
export function chosenLanguages(search: string, wanted: readonly string[]): Languages {
  const named = (new URLSearchParams(search).get('languages') ?? '').split(',');
  const chosen = offeredLanguages().filter((language) => named.includes(language));
  const languages = chosen.length > 0 ? chosen : offeredLanguages();
  return { languages, reader: chooseLanguage([...(chosen.length > 0 ? chosen : []), ...wanted]) };
}
