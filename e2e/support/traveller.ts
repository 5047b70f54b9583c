// A traveller with a phone, who acts by what the screen shows in their language.
import { expect, type APIRequestContext, type Page } from '@playwright/test';
import type { Language } from '@kippu/contract/languages';
import { loadMessages } from '@kippu/words/load-messages';
import type { Messages } from '@kippu/words/app-words';
import { violationsOf } from './axe.ts';
import { mailedCode } from './desk/desk.ts';
import { keepPicture } from './keep-picture.ts';
import { newAccount, PASSWORD } from './new-account.ts';
import { wordsOfOthersOn } from './server/other-railways.ts';

/** The operator's notice that covers a newcomer's first screen once its text is loaded. */
const FIRST_NOTICE = 'demo-service';

/** The app's stored settings of a traveller who has set the language and read that notice. */
export const settingsIn = (language: Language): string =>
  JSON.stringify({ language, onceReadNotices: [FIRST_NOTICE] });

export class Traveller {
  readonly page: Page;
  readonly words: Messages;
  readonly language: Language;
  /** Faults of the screens checked: cut off at the side, not accessible, or with a word of another railway. */
  readonly faults: string[] = [];
  private readonly newcomer: boolean;
  private shots = 0;

  private constructor(page: Page, language: Language, words: Messages, newcomer: boolean) {
    this.page = page;
    this.language = language;
    this.words = words;
    this.newcomer = newcomer;
  }

  /**
   * Returns a traveller whose phone has the language set and has not opened the app. A newcomer sees the first notice.
   */
  static async with(page: Page, language: Language, { newcomer = false } = {}): Promise<Traveller> {
    // Each has a separate address, as the server's proxy would report it, because limits count by address.
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

  /** Waits until the screen is complete and nothing is loading. */
  async settled(): Promise<void> {
    await expect(this.page.getByRole('heading', { level: 1 })).toBeVisible();
    await expect(this.page.getByRole('status', { name: this.words.common.loading })).toHaveCount(0);
  }

  /** Checks the current screen and saves its picture, numbered in order. */
  async look(name: string): Promise<void> {
    await this.settled();
    this.shots += 1;
    await keepPicture(this.page, `${this.language}-${String(this.shots).padStart(2, '0')}-${name}`);
    const wide = await this.page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    if (wide > 0) this.faults.push(`${name}: ${wide} px wider than the phone`);
    this.faults.push(...(await violationsOf(this.page)).map((line) => `${name}: ${line}`));
    this.faults.push(...(await wordsOfOthersOn(this.page, name)));
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

  /** Creates an account and signs in without the sign-up screens. Ends on the first screen. */
  async register(request: APIRequestContext, email: string): Promise<void> {
    const session = await newAccount(request, email, this.language);
    // A small file of the same origin: the app starts once, signed in.
    await this.page.goto('/icon.svg');
    await this.page.evaluate((kept) => localStorage.setItem('kippu.session', kept), JSON.stringify(session));
    await this.open('/');
    await expect(this.page.getByText(this.words.ticket.yourTickets, { exact: true })).toBeVisible();
  }

  /** Signs up on the screens with a mailed code, starting at the first screen. Ends on the welcome. */
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
    // Submitted too early: all fields are empty.
    await this.press(words.sendCode);
    await expect(this.page.getByText(this.words.client.emailInvalid)).toBeVisible();
    await this.fill(words.email, email);
    await this.fill(words.emailAgain, email);
    await this.look('sign-up-email');
    await this.press(words.sendCode);
    await expect(this.page.getByText(words.codeSent(email))).toBeVisible();
    await expect(this.page.getByLabel(words.codeLabel, { exact: true })).toBeFocused();
    await this.look('sign-up-code');
    // Its last digit sends it.
    await this.fill(words.codeLabel, await mailedCode(request, email));
    await this.sees(words.groupPassword);
    await this.fill(words.newPassword, PASSWORD);
    await this.fill(words.passwordAgain, PASSWORD);
    await this.look('sign-up-password');
    await this.press(words.next);
    await this.sees(words.groupYou);
    await this.fill(words.fullname, 'mei');
    await this.page.getByLabel(words.country, { exact: true }).selectOption('TW');
    for (const consent of await this.page.getByRole('checkbox').all()) await consent.check();
    await this.look('sign-up');
    await this.press(words.signUp);
    await this.sees(words.welcomeTitle('mei'));
    await this.look('sign-up-result');
  }

  /** Starts waiting for a toast. Call it before the action, because a toast disappears after a second or two. */
  async waitForToast(words: string): Promise<void> {
    await this.page.waitForFunction(
      (text) =>
        [...document.querySelectorAll('[role=status]')].some((each) => each.textContent?.includes(text)),
      words,
    );
  }

  /** Presses a form's button once the form no longer treats it as the second half of a double tap. */
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
