// What a page must know of the operator before its first call. The server writes it into the page's HTML.
import type { Language } from './limits.ts';

export interface Currency {
  /** ISO 4217, such as 'JPY'. */
  readonly code: string;
  /** Digits of its minor unit: 0 for yen, 2 for francs. */
  readonly digits: number;
}

export interface PageSettings {
  readonly appName: string;
  /** The IANA name of the zone of all wall times. */
  readonly zone: string;
  readonly currency: Currency;
  /** The languages offered, in the order in which they are shown. */
  readonly languages: readonly Language[];
  /** The language of a phone that asks for none of them. */
  readonly fallback: Language;
}

/** The operator's settings that pages know, as operator.json has them. */
interface Given extends Omit<PageSettings, 'currency'> {
  /** ISO 4217 code. */
  readonly currency: string;
}

/** Returns the digits of a currency's minor unit: 0 for JPY, 2 for CHF. */
const digitsOf = (currency: string): number =>
  new Intl.NumberFormat('en', { style: 'currency', currency }).resolvedOptions().maximumFractionDigits ?? 2;

/** Returns the part of the operator's settings that pages know. */
export const pageSettingsOf = ({ appName, zone, currency, languages, fallback }: Given): PageSettings => ({
  appName,
  zone,
  currency: { code: currency, digits: digitsOf(currency) },
  languages,
  fallback,
});

/** The id of the script element that holds the settings as JSON. */
export const PAGE_SETTINGS_ID = 'kippu-settings';
/** The empty element in a page's index.html. */
export const EMPTY_PAGE_SETTINGS = `<script type="application/json" id="${PAGE_SETTINGS_ID}"></script>`;
/** Stands in a built service worker for the revision of the settings. */
export const SETTINGS_REVISION = 'kippu-settings-revision';

/** Returns the filled element. It contains no '<', so it cannot end early. */
export const pageSettingsElement = (settings: PageSettings): string =>
  EMPTY_PAGE_SETTINGS.replace('></', () => `>${JSON.stringify(settings).replaceAll('<', '\\u003c')}</`);
