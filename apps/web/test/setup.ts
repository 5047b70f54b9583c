// Adds what the test environment lacks, and cleans up after each test of a screen.
// This import defines the classes of IndexedDB as globals.
// oxlint-disable-next-line import/no-unassigned-import
import 'fake-indexeddb/auto';
import { offered } from '@kippu/contract/languages';
import { RAILWAY_NAMES } from '@kippu/words/test/demo-railway';
import { pageSettingsElement } from '@kippu/contract/page-settings';
import { OUR_RAILWAY } from '@kippu/domain/test/our-railway';
import { cleanup, configure } from '@testing-library/react';
import { afterEach, vi } from 'vitest';

// A screen's file loads when the screen is first shown, which takes time on a busy machine.
configure({
  asyncUtilTimeout: 10_000,
  // Show the page's text instead of its markup, which is a hundred times longer.
  getElementError: (message) => new Error(`${message}\n${document.body.textContent}`),
});

// What the server writes into each page.
document.head.insertAdjacentHTML(
  'beforeend',
  pageSettingsElement({
    ...RAILWAY_NAMES,
    tagline: { ja: '鉄道', en: 'Rail', ko: '철도', 'zh-CN': '铁路', 'zh-TW': '鐵路' },
    zone: 'Asia/Tokyo',
    currency: { code: 'JPY', digits: 0 },
    ...offered(),
    ...OUR_RAILWAY,
    contact: { email: 'help@railway.example', phone: '+81 6 0000 0000', hours: { en: 'Every day' } },
    hasSeats: true,
    hasGates: true,
  }),
);

// No test reaches a network: a request after its server has gone fails.
globalThis.fetch = () => Promise.reject(new TypeError('no server'));
window.scrollTo = () => undefined;
Element.prototype.scrollTo ??= () => undefined;
Element.prototype.scrollIntoView ??= () => undefined;

afterEach(() => {
  cleanup();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});
