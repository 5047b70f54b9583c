// Settings that need no account: language, font size, appearance, read notices and the device's id.
import { useSyncExternalStore } from 'react';
import { LANGUAGES, type Language } from '@kippu/contract/limits';
import { localStore } from './local-store.ts';

export const FONT_SIZES = ['small', 'normal', 'large'] as const;
type FontSize = (typeof FONT_SIZES)[number];
export const APPEARANCES = ['auto', 'light', 'dark'] as const;
type Appearance = (typeof APPEARANCES)[number];

export interface Settings {
  readonly version: 1;
  readonly language: Language;
  readonly fontSize: FontSize;
  readonly appearance: Appearance;
  readonly readNotices: readonly string[];
  /** Notices that were shown over the page and must not be shown so again. */
  readonly onceReadNotices: readonly string[];
  readonly deviceId: string;
}

/** Returns the best of our languages for the browser's list, or Japanese if none fits. */
export function pickLanguage(wanted: readonly string[]): Language {
  for (const tag of wanted) {
    const [base, ...rest] = tag.toLowerCase().split(/[-_]/);
    if (base === 'zh') {
      // The script decides if the tag has one, else the region.
      if (rest.includes('hans')) return 'zh-CN';
      return rest.some((part) => ['hant', 'tw', 'hk', 'mo'].includes(part)) ? 'zh-TW' : 'zh-CN';
    }
    const found = LANGUAGES.find((language) => language === base);
    if (found) return found;
  }
  return 'ja';
}

function readSettings(stored: unknown): Settings {
  const old = (typeof stored === 'object' && stored !== null ? stored : {}) as Record<string, unknown>;
  const oneOf = <T extends string>(all: readonly T[], value: unknown, otherwise: T): T =>
    all.find((known) => known === value) ?? otherwise;
  const texts = (value: unknown) =>
    Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : [];
  return {
    version: 1,
    language: oneOf(LANGUAGES, old['language'], pickLanguage(globalThis.navigator?.languages ?? [])),
    fontSize: oneOf(FONT_SIZES, old['fontSize'], 'normal'),
    appearance: oneOf(APPEARANCES, old['appearance'], 'auto'),
    readNotices: texts(old['readNotices']),
    onceReadNotices: texts(old['onceReadNotices']),
    deviceId: typeof old['deviceId'] === 'string' && old['deviceId'] ? old['deviceId'] : crypto.randomUUID(),
  };
}

const store = localStore('kippu.settings', readSettings);
store.set(store.get());

export const getSettings = (): Settings => store.get();
export const changeSettings = (change: Partial<Omit<Settings, 'version' | 'deviceId'>>): void =>
  store.set({ ...store.get(), ...change });
export const useSettings = (): Settings => useSyncExternalStore(store.subscribe, store.get);
