// The operator's settings, which the server writes into the page.
import { PAGE_SETTINGS_ID, type PageSettings } from '@kippu/contract/page-settings';

let read: PageSettings | undefined;

/** Returns the settings in the page. Throws Error if it has none. */
export function pageSettings(): PageSettings {
  if (read) return read;
  const text = document.getElementById(PAGE_SETTINGS_ID)?.textContent ?? '';
  if (text === '') throw new Error(`the page has no #${PAGE_SETTINGS_ID}`);
  read = JSON.parse(text) as PageSettings;
  return read;
}
