// Notices to travellers, and feedback from them, at the desk.
import { randomUUID } from 'node:crypto';
import { expect } from '@playwright/test';
import { feedbackSave } from '@kippu/contract/calls/traveller/feedback';
import { listSaasNotice } from '@kippu/contract/calls/traveller/notice';
import { DESKTOP, looksRight, openDesk } from '../support/desk/desk-page.ts';
import { test } from '../support/server/own-server.ts';
import { answerOf, callAs } from '../support/transfer-calls.ts';
import { Traveller } from '../support/traveller.ts';

test.use(DESKTOP);

const TITLES = {
  日本語: 'はるか運転見合わせのお知らせ',
  English: 'Haruka does not run on 3 December',
  한국어: '하루카 운행 중지 안내',
  简体中文: '“HARUKA”停运通知',
  繁體中文: '「HARUKA」停駛公告',
};

test('a notice is written in the languages offered, shown to travellers at once, and withdrawn', async ({
  page,
  request,
  server,
}) => {
  // An earlier test may have moved the server's clock by weeks.
  await page.clock.setSystemTime(server.now());
  await openDesk(page, request, 'editor', '#/notices');
  await expect(page.getByRole('link', { name: 'Staff', exact: true })).toHaveCount(0);
  await expect(page.getByRole('row').first()).toBeVisible();
  await looksRight(page, 'notices');
  await page.getByRole('link', { name: 'Write a notice' }).click();
  const save = page.getByRole('button', { name: 'Save notice' });
  await save.click();
  await expect(page.getByText('Please write it.')).toHaveCount(2);
  for (const [name, title] of Object.entries(TITLES)) {
    await page.getByRole('tab', { name }).click();
    await page.getByLabel('Title').fill(title);
    await page.getByLabel('Text', { exact: true }).fill(`**${title}**\n\n- 9:00`);
  }
  await expect(page.getByText('All languages are written.')).toBeVisible();
  await looksRight(page, 'notice-editor');
  // Unsaved input survives a reload.
  await page.reload();
  await expect(page.getByText('Your unsaved draft is open')).toBeVisible();
  await save.dblclick();
  await expect(page.getByRole('link', { name: TITLES.English })).toHaveCount(1);

  const list = async () => {
    const { data } = await answerOf(request, listSaasNotice, {});
    return data.map(({ title }) => title);
  };
  expect(await list()).toContain(TITLES.English);
  await page.getByRole('link', { name: TITLES.English }).click();
  await page.getByRole('button', { name: 'Withdraw' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('Travellers stop seeing it at once.');
  await dialog.getByRole('button', { name: 'Withdraw notice' }).click();
  await expect(page.getByText('The notice is withdrawn')).toBeVisible();
  expect(await list()).not.toContain(TITLES.English);
});

test('a traveller’s message is read, its sender is shown on request, and it is handled once', async ({
  page,
  request,
  browser,
}) => {
  const phone = await browser.newPage();
  const traveller = await Traveller.with(phone, 'ko');
  const email = `writer-${randomUUID().slice(0, 8)}@example.jp`;
  await traveller.register(request, email);
  const words = '좌석을 바꿀 수 없어요.\n어떻게 하나요?';
  expect((await callAs(phone, feedbackSave, { body: { topic: 'seat', text: words } })).code).toBe('OK');
  await phone.close();

  await openDesk(page, request, 'counter', '#/feedback');
  await expect(page.getByRole('link', { name: '좌석을 바꿀 수 없어요.' })).toBeVisible();
  await looksRight(page, 'feedback');
  await page.getByRole('link', { name: '좌석을 바꿀 수 없어요.' }).click();
  await expect(page.getByText('어떻게 하나요?')).toBeVisible();
  await expect(page.getByText(email)).toHaveCount(0);
  await page.getByRole('button', { name: 'Show email' }).click();
  await expect(page.getByText(email)).toBeVisible();
  await page.getByRole('button', { name: 'Mark as handled' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Mark as handled' }).click();
  await expect(dialog.getByText('Please give the reason.')).toBeVisible();
  await dialog.getByRole('textbox').fill('Told how by mail.');
  await dialog.getByRole('button', { name: 'Mark as handled' }).dblclick();
  await expect(page.getByText('Told how by mail.')).toHaveCount(1);
  await looksRight(page, 'feedback-message');
  await page.goto('/desk/#/feedback');
  await expect(page.getByText('Nothing is waiting for an answer')).toBeVisible();
});
