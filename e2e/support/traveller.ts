// A traveller at a phone: acts by what the screen says and shows, in their own language.
import { expect, type APIRequestContext, type Page } from '@playwright/test';
import type { Language } from '@kippu/contract/limits';
import { loadMessages } from '@kippu/web/i18n/messages';
import type { Messages } from '@kippu/web/i18n/words';
import { violationsOf } from './axe.ts';
import { mailedCode } from './desk.ts';
import { keepPicture } from './keep-picture.ts';
import { newAccount, PASSWORD } from './new-account.ts';

/** The operator's own notice that comes over a newcomer's first screen, at whatever moment its words are there. */
const FIRST_NOTICE = 'demo-service';

/** What the phone remembers of a traveller who has set the language and read that notice, as the app keeps it. */
export const settingsIn = (language: Language): string =>
  JSON.stringify({ language, onceReadNotices: [FIRST_NOTICE] });

export class Traveller {
  readonly page: Page;
  readonly words: Messages;
  readonly language: Language;
  /** What the screens looked at lack: cut off at the side, or not accessible. */
  readonly faults: string[] = [];
  private readonly newcomer: boolean;
  private shots = 0;

  private constructor(page: Page, language: Language, words: Messages, newcomer: boolean) {
    this.page = page;
    this.language = language;
    this.words = words;
    this.newcomer = newcomer;
  }

  /** Gives a phone that has not opened the app and is set to the language; a newcomer meets the first notice. */
  static async with(page: Page, language: Language, { newcomer = false } = {}): Promise<Traveller> {
    // Each has an address of their own, as the server's proxy would tell: limits count by address.
    const [a, b, c] = crypto.getRandomValues(new Uint8Array(3));
    await page.context().setExtraHTTPHeaders({ 'x-forwarded-for': `10.${a}.${b}.${c}` });
    await page.addInitScript(
      (settings) => {
        const kept = localStorage.getItem('kippu.settings');
        if (kept === null) localStorage.setItem('kippu.settings', settings);
      },
      newcomer ? JSON.stringify({ language }) : settingsIn(language),
    );
    return new Traveller(page, language, await loadMessages(language), newcomer);
  }

  async open(address: string): Promise<void> {
    await this.page.goto(`/#${address}`);
  }

  /** Waits until the screen stands and nothing on it is still coming. */
  async settled(): Promise<void> {
    await expect(this.page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(this.page.getByRole('status', { name: this.words.common.loading })).toHaveCount(0);
  }

  /** Judges the screen as it is now and keeps its picture, in the order of the journey. */
  async look(name: string): Promise<void> {
    await this.settled();
    this.shots += 1;
    await keepPicture(this.page, `${this.language}-${String(this.shots).padStart(2, '0')}-${name}`);
    const wide = await this.page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    if (wide > 0) this.faults.push(`${name}: ${wide} px wider than the phone`);
    this.faults.push(...(await violationsOf(this.page)).map((line) => `${name}: ${line}`));
  }

  async press(name: string): Promise<void> {
    await this.page.getByRole('button', { name, exact: true }).click();
  }
  async follow(name: string): Promise<void> {
    await this.page.getByRole('link', { name, exact: true }).first().click();
  }
  async fill(label: string, text: string): Promise<void> {
    await this.page.getByLabel(label, { exact: true }).fill(text);
  }
  async sees(title: string): Promise<void> {
    await expect(this.page.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible();
  }

  /** Has an account of their own and is signed in, as if they had signed up before; ends on the first screen. */
  async register(request: APIRequestContext, email: string): Promise<void> {
    const session = await newAccount(request, email, this.language);
    await this.open('/');
    await this.settled();
    await this.page.evaluate((kept) => localStorage.setItem('kippu.session', kept), JSON.stringify(session));
    // The screen that stands now is a visitor's.
    await this.page.reload();
    await expect(this.page.getByText(this.words.ticket.yourTickets, { exact: true })).toBeVisible();
  }

  /** Signs up on the screens, with a mailed code; ends on the welcome. The way leads from the first screen. */
  async signUp(request: APIRequestContext, email: string): Promise<void> {
    const { account: words, ticket, notice } = this.words;
    await this.open('/');
    if (this.newcomer) {
      const first = this.page.getByRole('dialog');
      await expect(first).toBeVisible();
      await this.look('first-notice');
      await first.getByRole('button', { name: notice.understood, exact: true }).click();
      await expect(first).toHaveCount(0);
    }
    await this.look('welcome');
    await this.follow(ticket.signUp);
    await this.sees(words.signUpTitle);
    // Too early: everything is missing yet.
    await this.press(words.signUp);
    await expect(this.page.getByText(words.codeFirst)).toBeVisible();
    await this.fill(words.email, email);
    await this.fill(words.emailAgain, email);
    await this.press(words.sendCode);
    await expect(this.page.getByText(words.codeSent(email))).toBeVisible();
    await expect(this.page.getByLabel(words.codeLabel, { exact: true })).toHaveJSProperty(
      'ariaInvalid',
      null,
    );
    await this.fill(words.codeLabel, await mailedCode(request, email));
    await this.fill(words.newPassword, PASSWORD);
    await this.fill(words.passwordAgain, PASSWORD);
    await this.fill(words.fullname, 'Mei Tanaka');
    await this.fill(words.username, 'mei');
    await this.page.getByLabel(words.country, { exact: true }).selectOption('TW');
    for (const consent of await this.page.getByRole('checkbox').all()) await consent.check();
    await this.look('sign-up');
    await this.press(words.signUp);
    await this.sees(words.welcomeTitle('mei'));
    await this.look('sign-up-result');
  }

  /** Watches from now on for a word in passing; called before what brings it, for it is gone in a second or two. */
  async toldInPassing(words: string): Promise<void> {
    await this.page.waitForFunction(
      (text) =>
        [...document.querySelectorAll('[role=status]')].some((each) => each.textContent?.includes(text)),
      words,
    );
  }

  /** Presses a form's button when the form no longer takes it for the second half of a double tap. */
  async pressAgain(name: string): Promise<void> {
    const from = await this.page.evaluate(() => performance.now());
    await this.page.waitForFunction((then) => performance.now() > then + 600, from);
    await this.press(name);
  }

  async logIn(email: string, password = PASSWORD): Promise<void> {
    const { account: words } = this.words;
    await this.fill(words.email, email);
    await this.fill(words.password, password);
    await this.press(words.login);
  }
}
