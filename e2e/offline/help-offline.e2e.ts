// After one visit to the app, Help answers offline and from a cold start, although it was never opened. The newest
// answer is visible.
import { expect, test } from '@playwright/test';
import { Traveller } from '../support/traveller.ts';
import { walkedIn } from '../support/walked-in.ts';

test.use({ serviceWorkers: 'allow' });

const QUESTIONS = {
  ja: ['スーツケースを置く場所はありますか', '大きな荷物を持って乗れますか'],
  en: ['where do i put my suitcase', 'Can I bring large luggage?'],
} as const;

for (const language of walkedIn('en', 'ja'))
  test(`Help answers and lists its questions offline, in ${language}`, async ({ page, context }) => {
    const visitor = await Traveller.with(page, language);
    await visitor.open('/packages/login/index');
    // Once the worker is active, it has all files and questions.
    await page.evaluate(async () => {
      await navigator.serviceWorker.ready;
    });
    await context.setOffline(true);
    const newPage = await context.newPage();
    await page.close();
    const cold = await Traveller.with(newPage, language);
    const { help: words } = cold.words;
    const [asked, answered] = QUESTIONS[language];
    await cold.open('/packages/chatbot/index');
    await newPage.getByLabel(words.input).fill(asked);
    await newPage.keyboard.press('Enter');
    await expect(newPage.getByRole('heading', { name: answered })).toBeVisible();
    await cold.look(`help-offline-${language}`);
    await newPage.getByText(words.browse, { exact: true }).click();
    await newPage.locator('summary', { hasText: answered }).click();
    await expect(newPage.locator('details[open] p')).toBeVisible();
    expect(cold.faults).toEqual([]);
  });

test('the newest answer is visible, also when the oldest was removed for it', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const visitor = await Traveller.with(page, 'en');
  const { help: words } = visitor.words;
  const max = 30;
  await page.addInitScript((count) => {
    const turns = Array.from({ length: count }, (_, at) => ({
      id: at + 1,
      question: `question ${at}`,
      faqId: 'luggage',
      related: [],
    }));
    sessionStorage.setItem('kippu.help.conversation', JSON.stringify({ value: turns }));
  }, max);
  await visitor.open('/packages/chatbot/index');
  await expect(
    page
      .getByRole('log')
      .getByRole('listitem')
      .getByText(/question \d+$/),
  ).toHaveCount(max);
  await page.getByLabel(words.input).fill('is there wifi');
  await page.keyboard.press('Enter');
  await expect(page.getByText(/is there wifi$/)).toBeInViewport();
});
