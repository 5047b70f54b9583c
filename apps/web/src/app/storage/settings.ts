// Settings that need no account: language, font size, appearance, read notices and the device's id.
import { useSyncExternalStore } from 'react';
import { chooseLanguage, offeredLanguages, type Language } from '@kippu/contract/languages';
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

function readSettings(stored: unknown): Settings {
  const old = (typeof stored === 'object' && stored !== null ? stored : {}) as Record<string, unknown>;
  const oneOf = <T extends string>(all: readonly T[], value: unknown, otherwise: T): T =>
    all.find((known) => known === value) ?? otherwise;
  const texts = (value: unknown) =>
    Array.isArray(value) ? value.filter((item): item is string => typeof item === 'string') : [];
  return {
    version: 1,
    language: oneOf(
      offeredLanguages(),
      old['language'],
      chooseLanguage(globalThis.navigator?.languages ?? []),
    ),
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
export const onSettingsChange = store.subscribe;
export const changeSettings = (change: Partial<Omit<Settings, 'version' | 'deviceId'>>): void =>
  store.set({ ...store.get(), ...change });
export const useSettings = (): Settings => useSyncExternalStore(store.subscribe, store.get);
