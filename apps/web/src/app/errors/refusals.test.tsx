// The table of refusals is complete: each refusal of each call that a screen makes has an act and a text in five
// languages.
import { LANGUAGES } from '@kippu/words/languages';
import { ERROR_STATUS, type ErrorCode } from '@kippu/contract/errors';
import { describe, expect, test } from 'vitest';
import { callsOfScreen, screenFiles } from '../../../test/calls-of-screen.ts';
import { loadMessages } from '@kippu/words/load-messages';
import { ROUTES } from '../boot/routes.tsx';
import type { RouteName } from '../router/link-to.ts';
import { DONE_WITHOUT, refusalOf, REFUSALS } from './refusals.ts';

const screens = [...screenFiles()];
/** Returns the screen's calls, and the codes with which they may be refused, except calls in DONE_WITHOUT. */
async function codesOf(screen: string, file: Parameters<typeof callsOfScreen>[1]) {
  const calls = await callsOfScreen(screen, file);
  const shown = calls.filter(({ name }) => !DONE_WITHOUT[screen as RouteName]?.[name]);
  return { calls, codes: new Set(shown.flatMap(({ refusals }) => refusals)) };
}

test('the walk reads every screen, and finds the calls behind hooks and dialogs', async () => {
  const routes = Object.keys(ROUTES).filter((name) => !/notFound|serverError|maintenance|gallery/.test(name));
  expect(screens.map(([name]) => name).toSorted()).toEqual(routes.toSorted());
  const names = async (screen: string) => {
    const file = screenFiles().get(screen);
    return file ? (await callsOfScreen(screen, file)).map(({ name }) => name) : [];
  };
  expect(await names('chooseSeat')).toEqual(
    expect.arrayContaining(['seatHold', 'seatMap', 'loadPlanInfo', 'loadChangeInfo', 'ticketTrainList']),
  );
  expect(await names('login')).toEqual(expect.arrayContaining(['login', 'genCaptcha', 'checkCaptcha']));
  expect(await names('cancelResult')).not.toContain('seatCancel');
});

describe.each(screens)('%s', (screen, file) => {
  test('has an act for every refusal of its calls, and none for others', async () => {
    const { calls, codes } = await codesOf(screen, file);
    const listed = Object.keys(REFUSALS[screen as RouteName] ?? {});
    const general = (code: string) => code.startsWith('REQ-') && !listed.includes(code);
    expect(listed.toSorted()).toEqual([...codes].filter((code) => !general(code)).toSorted());
    const without = Object.keys(DONE_WITHOUT[screen as RouteName] ?? {});
    expect(without.filter((name) => !calls.some((call) => call.name === name))).toEqual([]);
  });
});

test.each(LANGUAGES)('each act has its words: %s', async (language) => {
  const messages = await loadMessages(language);
  for (const [screen, refusals] of Object.entries(REFUSALS))
    for (const code of Object.keys(refusals)) {
      const { act, words } = refusalOf(screen as RouteName, code);
      // It is sent again by itself, so there is no text.
      if (act === 'again' && words?.(messages) === '') continue;
      expect(
        (words ? words(messages) : messages.errors[code as ErrorCode]).length,
        `${screen} ${code}`,
      ).toBeGreaterThan(4);
    }
});

test('an unknown code leads to the tickets, and so does a name that objects inherit', () => {
  expect(refusalOf('detail', 'NEW-0001')).toEqual({ act: 'tickets' });
  expect(refusalOf(null, 'constructor')).toEqual({ act: 'tickets' });
  for (const code of Object.keys(ERROR_STATUS)) expect(refusalOf(null, code).act).toBeTruthy();
});
