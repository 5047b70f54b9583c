// Every screen in a language that is half as long again: nothing is cut off, and no text is hard-coded. In the other
// languages no English is left.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, type Page } from '@playwright/test';
import { pseudo, PSEUDO_SOURCE } from '../support/pseudo-words.ts';
import { everyAddress } from '../support/every-address.ts';
import { Traveller } from '../support/traveller.ts';
import { walkedIn } from '../support/walked-in.ts';

test.use({ viewport: { width: 320, height: 568 } });
const OPERATOR = join(import.meta.dirname, '../../operators/kansai');
/** The operator's texts: names, answers, notices and terms are data in every language. */
const operatorText = readdirSync(OPERATOR, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => readFileSync(join(entry.parentPath, entry.name), 'utf8').replaceAll('\\n', ' '))
  .join('\n')
  .replace(/[\s*#>-]+/g, ' ');
const lettersOf = (text: string) => text.replace(/[^\p{L}]/gu, '');
/** Removes marks and line ends, which a screen shows differently. */
const operatorLetters = lettersOf(operatorText);
/** Shorter texts may occur in the operator's texts by chance. */
const SENTENCE = 20;
/** Proper names that are the same in every language. */
const NAMES = /Kansai Demo Rail|Kippu|Mei Tanaka|End-to-end|Chrome|Safari|iPhone|Android|HARUKA|\S+@\S+/g;

interface Seen {
  /** The visible texts and labels. */
  readonly texts: readonly string[];
  /** Texts that are cut off, with their places. */
  readonly cut: readonly string[];
}

/** Returns the texts on the screen, and those that cannot be read. */
const look = (page: Page): Promise<Seen> =>
  page.evaluate(() => {
    const texts: string[] = [];
    const cut: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const scrolls = (style: CSSStyleDeclaration, side: 'overflowX' | 'overflowY') =>
      style[side] === 'auto' || style[side] === 'scroll';
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const text = node.textContent?.trim() ?? '';
      const element = node.parentElement;
      if (!text || !element || element.closest('script, style, option, [lang]:not(html)')) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const rect = range.getBoundingClientRect();
      if (rect.width <= 1 || rect.height <= 1) continue;
      texts.push(text);
      let readable = false;
      for (let box: HTMLElement | null = element; box && box !== document.body; box = box.parentElement) {
        const style = getComputedStyle(box);
        const edge = box.getBoundingClientRect();
        // Fully clipped text is for screen readers, and scrolling text can be read.
        if (edge.width <= 1 || style.clipPath === 'inset(50%)') readable = true;
        if (scrolls(style, 'overflowX')) readable = true;
        if (readable) break;
        const beside =
          style.overflowX !== 'visible' && (rect.right > edge.right + 1 || rect.left < edge.left - 1);
        const below =
          style.overflowY !== 'visible' && !scrolls(style, 'overflowY') && rect.bottom > edge.bottom + 1;
        const shortened = style.textOverflow === 'ellipsis' && box.scrollWidth > box.clientWidth + 1;
        if (beside || below || shortened) cut.push(`${text} in .${box.className}`);
      }
      if (!readable && (rect.right > window.innerWidth + 1 || rect.left < -1))
        cut.push(`${text} beyond the edge`);
    }
    for (const element of document.querySelectorAll('[aria-label], [placeholder], [alt], [title]')) {
      if (element.closest('[lang]:not(html)')) continue;
      for (const name of ['aria-label', 'placeholder', 'alt', 'title']) {
        const text = element.getAttribute(name)?.trim();
        if (text) texts.push(text);
      }
    }
    const wide = document.documentElement.scrollWidth - window.innerWidth;
    if (wide > 0) cut.push(`the screen is ${wide} px wider than the phone`);
    return { texts, cut };
  });

/** Opens the app again in a language. */
async function speak(page: Page, language: string): Promise<void> {
  await page.evaluate((chosen) => {
    const settings = JSON.parse(localStorage.getItem('kippu.settings') ?? '{}') as object;
    localStorage.setItem('kippu.settings', JSON.stringify({ ...settings, language: chosen }));
  }, language);
  await page.reload();
}

/** Opens a screen and waits until nothing is loading. */
async function show(page: Page, address: string): Promise<void> {
  await page.evaluate((hash) => location.assign(hash), `#${address}`);
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible();
  await page.waitForLoadState('networkidle');
  await expect(page.locator('[role=status][aria-label]')).toHaveCount(0);
}

test('a pseudo-language is shown in full, and no text is in English', async ({ page, request }) => {
  test.setTimeout(600_000);
  const traveller = await Traveller.with(page, 'en');
  const answers = new Set<string>();
  const keep = (value: unknown): void => {
    if (typeof value === 'string' && value.trim()) answers.add(value.trim());
    else if (typeof value === 'object' && value !== null) Object.values(value).forEach(keep);
  };
  const read: Promise<void>[] = [];
  page.on('response', (response) => {
    if (!response.headers()['content-type']?.includes('json')) return;
    read.push(response.json().then(keep, () => undefined));
  });
  const screens = await everyAddress(traveller, request);
  // A screen may show data of the login before any answer of its own.
  keep(JSON.parse(await page.evaluate(() => localStorage.getItem('kippu.session') ?? 'null')));
  const manifest = JSON.parse(
    readFileSync(join(import.meta.dirname, '../../apps/web/dist/.vite/manifest.json'), 'utf8'),
  ) as Record<string, { file: string }>;
  for (const [part, name] of [
    ['all', 'messages'],
    ['first', 'first'],
  ] as const) {
    const file = manifest[`../../packages/words/src/en/app/${part}.ts`]?.file ?? '';
    await page.route(`**/${file}`, (route) =>
      route.fulfill({
        contentType: 'text/javascript',
        // The build may take other words from the file too.
        body: `import { ${name} as real } from '/${file}?real';\nexport * from '/${file}?real';\n${PSEUDO_SOURCE}\nexport const ${name} = pseudo(real);`,
      }),
    );
  }
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^\[.*\]$/);

  /** Returns a text without its data: answers, the operator's texts, dates, money and numbers. */
  const hardCoded = (text: string): boolean => {
    const flat = text.replace(/\s+/g, ' ');
    if (/^\[.*\]$/.test(flat) || operatorText.includes(flat)) return false;
    const letters = lettersOf(flat);
    if (letters.length >= SENTENCE && operatorLetters.includes(letters)) return false;
    // A number is shown in groups.
    if (answers.has(flat.replaceAll(' ', ''))) return false;
    // Remove days and money first: an answer may be a seat's letter, which would change the name of a month.
    let rest = flat
      .replace(/\[[^\]]*\]/g, '')
      .replace(NAMES, '')
      .replace(
        /\b(Mon|Tue|Wed|Thu|Fri|Sat|Sun|Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)[a-z]*\b/g,
        '',
      );
    for (const answer of [...answers].toSorted((a, b) => b.length - a.length))
      rest = rest.replaceAll(answer, '');
    return /\p{L}{2,}/u.test(rest);
  };
  const faults: string[] = [];
  const judge = async (name: string) => {
    const { texts, cut } = await look(page);
    // A busy machine may draw an answer before the test has received it.
    await Promise.all(read);
    for (const text of new Set(texts.filter(hardCoded)))
      faults.push(`${name}: hard-coded: ${text.slice(0, 120)}`);
    for (const line of new Set(cut)) faults.push(`${name}: cut: ${line.slice(0, 160)}`);
  };
  await page.evaluate(() => {
    const planted = document.createElement('p');
    planted.textContent = 'Planted words';
    Object.assign(planted.style, { width: '40px', overflow: 'hidden', whiteSpace: 'nowrap' });
    document.body.append(planted);
  });
  await judge('planted');
  expect(faults).toEqual(['planted: hard-coded: Planted words', 'planted: cut: Planted words in .']);
  faults.length = 0;
  await page.reload();
  for (const [name, address] of screens) {
    await show(page, address);
    await judge(name);
    if (name !== 'chooseSeat') continue;
    await page.getByRole('button', { name: pseudo(traveller.words.seat).pick(1), exact: true }).click();
    await expect(page.getByText(pseudo(traveller.words.seat).confirmReserve).first()).toBeVisible();
    await judge('confirm');
  }
  expect(faults).toEqual([]);
});

test('in the other languages no English sentence is left', async ({ page, request }) => {
  test.setTimeout(900_000);
  const traveller = await Traveller.with(page, 'en');
  const screens = await everyAddress(traveller, request);
  // A code of capitals only is not a sentence.
  const englishIn = (text: string) =>
    /[A-Za-z]?[a-z]+(?:[ ,]+[A-Za-z]+){2,}/.exec(text.replace(NAMES, ''))?.[0];
  expect(englishIn('日本語: log in to go on')).toBe('log in to go on');
  expect(englishIn('日本語: Log In to go on')).toBe('Log In to go on');
  expect(englishIn('引換番号 CDE GZFC HNCH')).toBeUndefined();
  const faults: string[] = [];
  for (const language of walkedIn('ja', 'ko', 'zh-CN', 'zh-TW')) {
    await speak(page, language);
    for (const [name, address] of screens) {
      await show(page, address);
      const { texts, cut } = await look(page);
      for (const text of new Set(texts)) {
        const english = englishIn(text);
        if (english) faults.push(`${language} ${name}: ${english}`);
      }
      for (const line of new Set(cut)) faults.push(`${language} ${name}: cut: ${line.slice(0, 160)}`);
    }
  }
  expect(faults).toEqual([]);
});
