// A notice draft: what is missing, what has changed, and its copy on this device until it is saved.
import { offeredLanguages, writtenLanguages, type Language } from '@kippu/contract/languages';
import type { ByLanguage } from '@kippu/contract/names';
import { MAX_NOTICE } from '@kippu/contract/limits';
import type { DeskNotice } from '@kippu/contract/calls/desk/notices';
import { addDays, epochToWall, isWallTime } from '@kippu/domain/time/service-day';

export interface Draft {
  /** Wall times of the railway, or '' without one. */
  readonly from: string;
  readonly until: string;
  readonly level: DeskNotice['level'];
  readonly once: boolean;
  readonly title: ByLanguage;
  readonly body: ByLanguage;
  /** Null until staff choose. Until then `notifiesAgain` decides. */
  readonly tellAgain: boolean | null;
}

const SHOWN_DAYS = 7;

/** Returns the texts in the languages that the operator offers now; '' in those without one. */
const inOffered = (texts: ByLanguage = {}): ByLanguage =>
  Object.fromEntries(offeredLanguages().map((language) => [language, texts[language] ?? '']));

/**
 * Returns a new draft at `now` (epoch milliseconds): from this minute, for a week, with the texts of `like` if given.
 */
export function newDraft(now: number, like?: DeskNotice): Draft {
  const from = `${epochToWall(now).slice(0, 16)}:00`;
  const { level = 'info', once = false, title, body } = like ?? {};
  const until = `${addDays(from.slice(0, 10), SHOWN_DAYS)} 23:59:59`;
  return { from, until, level, once, title: inOffered(title), body: inOffered(body), tellAgain: null };
}

/** Returns the draft with which staff begin to change a notice. */
export const draftOf = ({ from, until, level, once, title, body }: DeskNotice): Draft => ({
  from,
  until,
  level,
  once,
  title: inOffered(title),
  body: inOffered(body),
  tellAgain: null,
});

const CONTENT = ['from', 'until', 'level', 'once', 'title', 'body'] as const;
/** Reports whether both have the same content, in any order of their languages. */
export const isSame = (a: Draft, b: Draft): boolean =>
  CONTENT.every((part) => {
    const [one, other] = [a[part], b[part]];
    if (typeof one !== 'object' || typeof other !== 'object') return one === other;
    return offeredLanguages().every((language) => one[language] === other[language]);
  });

/** Returns a language's text without spaces around it; '' without one. */
export const textOf = (texts: ByLanguage, language: Language): string => (texts[language] ?? '').trim();

export type TextState = 'empty' | 'part' | 'full';
/** Returns the state of one language's text. */
export function textState({ title, body }: Pick<Draft, 'title' | 'body'>, language: Language): TextState {
  const filled = [title, body].filter((texts) => textOf(texts, language) !== '').length;
  return (['empty', 'part', 'full'] as const)[filled] ?? 'full';
}

const isLong = (words: string, max: number) => [...words].length > max;
/** Returns the languages that prevent saving: partial, too long, or empty although one of those that must be written. */
export const unfinished = (draft: Draft): Language[] =>
  offeredLanguages().filter(
    (language) =>
      textState(draft, language) === 'part' ||
      (textState(draft, language) === 'empty' && writtenLanguages().includes(language)) ||
      isLong(draft.title[language] ?? '', MAX_NOTICE.title) ||
      isLong(draft.body[language] ?? '', MAX_NOTICE.body),
  );

/** Returns the languages that may be written later and have no text yet. */
export const following = (draft: Draft): Language[] =>
  offeredLanguages().filter(
    (language) => !writtenLanguages().includes(language) && textState(draft, language) === 'empty',
  );

/** Returns the texts to save: all but empty ones. They keep the spaces around them. */
export const writtenTexts = (texts: ByLanguage): ByLanguage =>
  Object.fromEntries(Object.entries(texts).filter(([language]) => textOf(texts, language) !== ''));

/** Returns the fault in the display period; undefined if it is valid. */
export function periodFault({ from, until }: Draft): 'from' | 'until' | 'order' | undefined {
  if (!isWallTime(from)) return 'from';
  if (!isWallTime(until)) return 'until';
  return until <= from ? 'order' : undefined;
}

/** Returns the languages whose text is a copy of another language's text. */
export const copies = ({ body }: Draft): Language[] =>
  offeredLanguages().filter(
    (language) =>
      textOf(body, language) !== '' &&
      offeredLanguages().some(
        (other) => other !== language && textOf(body, other) === textOf(body, language),
      ),
  );

/**
 * Reports whether readers are notified again: the notice is important, may have been read, and a text that it had has changed. One that
 * follows in another language is no news.
 * The choice of staff takes precedence, except that nobody is notified of a notice that was not shown yet.
 */
export function notifiesAgain(draft: Draft, before: DeskNotice | null): boolean {
  if (!before || !mayBeRead(before)) return false;
  if (draft.tellAgain !== null) return draft.tellAgain;
  const old = draftOf(before);
  const isChanged = (language: Language) =>
    textState(old, language) === 'full' &&
    (old.title[language] !== draft.title[language] || old.body[language] !== draft.body[language]);
  return draft.level === 'important' && offeredLanguages().some(isChanged);
}

export const mayBeRead = ({ state }: DeskNotice): boolean => state === 'shown' || state === 'past';

const STORAGE_PREFIX = 'kippu-desk.notice';
/** The storage key. `name` is a notice's id or 'new'. Drafts are separate for each person. */
const keyOf = (staffId: string, name: string) => `${STORAGE_PREFIX}.${staffId}.${name}`;

export interface KeptDraft {
  readonly draft: Draft;
  /** The version of the notice being edited, or null for a new one. */
  readonly version: number | null;
}

const isTexts = (value: unknown): value is ByLanguage =>
  typeof value === 'object' &&
  value !== null &&
  offeredLanguages().every((language) => typeof Reflect.get(value, language) === 'string');

function isDraft(value: unknown): value is Draft {
  if (typeof value !== 'object' || value === null) return false;
  const part = (name: string): unknown => Reflect.get(value, name);
  const [level, once, tellAgain] = [part('level'), part('once'), part('tellAgain')];
  return (
    [part('from'), part('until')].every((time) => typeof time === 'string') &&
    (level === 'info' || level === 'important') &&
    typeof once === 'boolean' &&
    (tellAgain === null || typeof tellAgain === 'boolean') &&
    isTexts(part('title')) &&
    isTexts(part('body'))
  );
}

/** Returns the saved draft, or undefined if there is none or it cannot be read. */
export function keptDraft(staffId: string, name: string): KeptDraft | undefined {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(staffId, name)) ?? 'null');
    if (typeof stored !== 'object' || stored === null || !('draft' in stored) || !isDraft(stored.draft))
      return undefined;
    return {
      draft: stored.draft,
      version: 'version' in stored && typeof stored.version === 'number' ? stored.version : null,
    };
  } catch {
    return undefined;
  }
}

/**
 * Saves a draft, or deletes it with null. Without storage the draft is lost with the page, which then asks for
 * confirmation.
 */
export function keepDraft(staffId: string, name: string, stored: KeptDraft | null): void {
  try {
    if (stored === null) localStorage.removeItem(keyOf(staffId, name));
    else localStorage.setItem(keyOf(staffId, name), JSON.stringify(stored));
  } catch (error) {
    console.warn('the draft is not kept', error);
  }
}
