// A phone whose clock is an hour wrong, in a zone of its own: its code opens, and the time shown is Japan's.
import { randomUUID } from 'node:crypto';
import { expect, test } from '@playwright/test';
import { epochToWall } from '@kippu/domain/service-day';
import { PATHS } from '@kippu/web/app/link-to';
import { judge, readCode } from './read-code.ts';
import { codeOf, showPass } from './shown-code.ts';
import { Traveller } from './traveller.ts';

test.use({ serviceWorkers: 'allow' });

const HOUR = 3_600_000;

for (const [name, off] of [
  ['ahead', HOUR],
  ['behind', -HOUR],
] as const)
  test(`a phone an hour ${name}`, async ({ page, context, request }) => {
    await page.clock.install({ time: Date.now() + off });
    const traveller = await Traveller.with(page, 'en');
    await traveller.register(request, `clock-${randomUUID()}@example.com`);
    await showPass(traveller, request);
    expect(judge(await readCode(codeOf(traveller)), 'in')).toMatchObject({ ok: true });
    await expect(page.getByText(traveller.words.code.states.clockWrong(60))).toBeVisible();
    await traveller.look(`clock-${name}`);
    await page.evaluate(async () => {
      await navigator.serviceWorker.ready;
    });
    await context.setOffline(true);
    await page.reload();
    await expect(codeOf(traveller)).toBeVisible();
    expect(judge(await readCode(codeOf(traveller)), 'in')).toMatchObject({ ok: true });
    await traveller.open(PATHS.tickets);
    const before = epochToWall(Date.now()).slice(11, 16);
    const shown = await page.getByText(/\d\d:\d\d in Japan/).innerText();
    expect([before, epochToWall(Date.now()).slice(11, 16)]).toContain(shown.slice(0, 5));
    expect(traveller.faults).toEqual([]);
  });
