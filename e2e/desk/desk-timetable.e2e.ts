// A manager checks a newer timetable, imports it, and withdraws it: each takes effect without a restart.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page } from '@playwright/test';
import { strToU8, zipSync } from 'fflate';
import { DESKTOP, looksRight, openDesk } from '../support/desk/desk-page.ts';
import { test } from '../support/server/own-server.ts';

test.use(DESKTOP);

const GTFS = join(import.meta.dirname, '../../operators/kansai/gtfs');
/** Returns the demo's feed as a ZIP, with one text changed. */
function feed(change: (text: string, file: string) => string): Buffer {
  const files = readdirSync(GTFS).map((file) => {
    const text = readFileSync(join(GTFS, file), 'utf8');
    return [`feed/${file}`, strToU8(change(text, file))] as const;
  });
  return Buffer.from(zipSync(Object.fromEntries(files)));
}
const without = (text: string, start: string) =>
  text
    .split('\n')
    .filter((line) => !line.startsWith(start))
    .join('\n');
const withoutTrain14 = (text: string, file: string) => {
  if (file === 'trips.txt') return without(text, '"HARUKA","daily","haruka-14"');
  if (file === 'stop_times.txt') return without(text, '"haruka-14"');
  return file === 'feed_info.txt' ? text.replace(/"1"\s*$/, '"2"\n') : text;
};

const choose = (page: Page, buffer: Buffer) =>
  page
    .getByLabel('ZIP file of a GTFS feed')
    .setInputFiles({ name: 'feed.zip', mimeType: 'application/zip', buffer });

test('a timetable is tried, imported and withdrawn', async ({ page, request }) => {
  await openDesk(page, request, 'manager', '#/timetable');
  await expect(page.getByText('No timetable has been imported yet.')).toBeVisible();
  await choose(page, Buffer.from('no zip'));
  await expect(page.getByText('The ZIP file is damaged.')).toBeVisible();
  await choose(
    page,
    feed((text, file) => (file === 'trips.txt' ? text.replace('"late"', '"later"') : text)),
  );
  await expect(page.getByText('This timetable cannot be imported')).toBeVisible();
  await expect(page.getByText('trips.txt, line 62')).toBeVisible();
  await looksRight(page, 'timetable-fault');

  await choose(page, feed(withoutTrain14));
  await expect(page.getByText('No reservation changes.')).toBeVisible();
  await expect(page.getByText(/No\. 14: from .*, on 190 days/)).toBeVisible();
  await looksRight(page, 'timetable-tried');
  await page.getByRole('button', { name: 'Import…' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('No reservation changes.');
  await dialog.getByRole('button', { name: 'Import', exact: true }).dblclick();
  await expect(page.getByText('Import no. 1', { exact: true })).toBeVisible();
  await expect(page.getByText(/^In effect since/)).toBeVisible({ timeout: 15_000 });
  await expect(page.getByText('All up to date, 0 changed')).toBeVisible({ timeout: 15_000 });
  await looksRight(page, 'timetable-imported');

  const ended = feed((text, file) =>
    file === 'calendar.txt'
      ? text.replaceAll('"2026', '"2023').replaceAll('"2028', '"2024')
      : file === 'calendar_dates.txt'
        ? '"service_id","date","exception_type"\n'
        : text,
  );
  await choose(page, ended);
  await expect(page.getByText(/^No train runs from .* on$/)).toBeVisible();
  await looksRight(page, 'timetable-ended');

  await page.getByRole('button', { name: /^Take back… no\. / }).click();
  await page.getByRole('button', { name: 'Take import back' }).click();
  await expect(page.getByText('Taken back', { exact: true })).toBeVisible();
  await expect(page.getByText('The operator’s files', { exact: true })).toBeVisible();
});
