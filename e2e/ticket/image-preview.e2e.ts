// The preview of a feedback picture: enlarged up to four times, and back to the form.
import { randomUUID } from 'node:crypto';
import { expect, test } from '@playwright/test';
import { IMAGE_ZOOM } from '@kippu/contract/limits';
import { PATHS } from '@kippu/web/app/router/link-to';
import { Traveller } from '../support/traveller.ts';
import { ofToday } from '../support/walked-in.ts';

for (const [language, colorScheme] of ofToday(['en', 'light'] as const, ['ja', 'dark'] as const))
  test(`a feedback picture is enlarged up to four times, in ${language}`, async ({ page, request }) => {
    await page.emulateMedia({ colorScheme });
    const traveller = await Traveller.with(page, language);
    const { help: words, common } = traveller.words;
    await traveller.register(request, `picture-${randomUUID()}@example.com`);
    await traveller.open(PATHS.feedback);
    await traveller.settled();
    const screen = await page.screenshot();
    await page
      .getByLabel(words.pictureAdd, { exact: true })
      .setInputFiles({ name: 'screen.png', mimeType: 'image/png', buffer: screen });
    const opened = page.getByRole('button', { name: words.pictureOpen, exact: true });
    await opened.click();
    const preview = page.getByRole('dialog', { name: words.pictureAlt, exact: true });
    const zoom = preview.getByRole('status');
    const [larger, smaller] = [words.pictureLarger, words.pictureSmaller].map((name) =>
      preview.getByRole('button', { name, exact: true }),
    );
    const width = async () => (await preview.locator('img').boundingBox())?.width ?? 0;
    await expect(zoom).toHaveText('100%');
    const once = await width();
    await traveller.look('picture-once');
    for (let times = 0; times <= IMAGE_ZOOM.max; times += 1) await larger?.click({ force: true });
    await expect(zoom).toHaveText('400%');
    expect(await width()).toBeCloseTo(once * IMAGE_ZOOM.max, 0);
    await traveller.look('picture-four-times');
    await smaller?.click();
    await expect(zoom).toHaveText('300%');
    for (let times = 0; times <= IMAGE_ZOOM.max; times += 1) await page.keyboard.press('-');
    await expect(zoom).toHaveText('100%');
    expect(await width()).toBe(once);
    await preview.locator('img').dblclick();
    await expect(zoom).toHaveText('200%');
    await page.keyboard.press('Escape');
    await expect(preview).toHaveCount(0);
    await expect(opened).toBeFocused();
    await opened.click();
    await preview.getByRole('button', { name: common.close, exact: true }).click();
    await expect(page.getByRole('button', { name: words.pictureRemove, exact: true })).toBeVisible();
    expect(traveller.faults).toEqual([]);
  });
