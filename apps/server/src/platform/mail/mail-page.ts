// The HTML form of a mail, made from its text: one template in the operator's colours. Mail readers keep inline styles only, so the colours of
// dark mode, which need a style sheet, are an addition: without it the light colours are complete.
import type { Language } from '@kippu/contract/languages';
import type { Colors, Palette } from '@kippu/contract/page-settings';
import { mailWords } from '@kippu/words/server-words';
import { appName } from '@kippu/words/railway';
import { fillMail } from './mail-format.ts';
import { escapeHtml } from '../wire/html-text.ts';
import type { Mail } from './mail.ts';

const FONT =
  "font-family:-apple-system,Roboto,'Segoe UI','Hiragino Sans','Noto Sans CJK JP','Noto Sans',sans-serif";
type MailPalette = Pick<Palette, 'accent' | 'onAccent' | 'hero' | 'onHero'>;
/** The colours of an operator that sets none, as the tokens of the pages have them. */
export const USUAL_COLORS: { readonly light: MailPalette; readonly dark: MailPalette } = {
  light: { accent: '#27408f', onAccent: '#ffffff', hero: '#22377c', onHero: '#ffffff' },
  dark: { accent: '#afbdff', onAccent: '#0f1740', hero: '#263469', onHero: '#ffffff' },
};
const STYLE = {
  page: `margin:0;padding:24px 12px;background:#f4f1e9;color:#1c1b1f;${FONT};font-size:16px;line-height:1.5`,
  ticket: 'max-width:560px;margin:0 auto;background:#fffefb;border:1px solid #dad5c8;border-radius:12px',
  head: 'margin:0;padding:16px 24px;border-radius:11px 11px 0 0;font-size:18px;font-weight:700',
  body: 'padding:8px 24px 20px',
  title: 'margin:16px 0 8px;font-size:20px;line-height:1.35',
  text: 'margin:0 0 16px;overflow-wrap:anywhere',
  code: 'display:inline-block;margin:4px 0;font-size:32px;line-height:1.3;font-weight:700;letter-spacing:4px',
  button:
    'display:inline-block;margin:0 0 16px;padding:12px 20px;border-radius:8px;font-weight:700;text-decoration:none',
  send: 'border:0;min-height:48px;font:inherit;font-weight:700',
  foot: 'margin:0;padding:12px 24px 16px;border-top:1px solid #dad5c8;color:#55524c;font-size:13px',
  link: 'display:inline-block;padding:13px 0;color:#55524c;text-decoration:underline',
} as const;
const headStyle = ({ hero, onHero }: MailPalette) => `${STYLE.head};background:${hero};color:${onHero}`;
const buttonStyle = ({ accent, onAccent }: MailPalette) =>
  `${STYLE.button};background:${accent};color:${onAccent}`;
const darkSheet = ({ accent, onAccent, hero, onHero }: MailPalette) => `@media (prefers-color-scheme:dark){
.page{background:#12141b!important;color:#f1eee7!important}
.ticket{background:#1d2029!important;border-color:#343846!important}
.head{background:${hero}!important;color:${onHero}!important}
.button{background:${accent}!important;color:${onAccent}!important}
.foot{color:#bbb8b1!important;border-color:#343846!important}}`;

const ADDRESS = /https?:\/\/\S+/;

/** Makes a line, and the address at its end a button. A line that names what its address opens, such as 'Your reservation:', is its label. */
function lineOf(
  line: string,
  mail: Mail,
  palette: MailPalette,
): { readonly text: string; readonly button: string } {
  const address = ADDRESS.exec(line)?.[0];
  if (address === undefined) return { text: withCode(line, mail), button: '' };
  const before = line.replace(address, '').trim();
  const label = /[:：]$/.test(before)
    ? before.replace(/\s*[:：]$/, '')
    : fillMail(mailWords(mail.language).open);
  const button = `<p style="margin:0"><a class="button" href="${escapeHtml(address)}" style="${buttonStyle(palette)}">${escapeHtml(label)}</a></p>`;
  return { text: /[:：]$/.test(before) ? '' : withCode(before, mail), button };
}

function withCode(line: string, { code }: Mail): string {
  const text = escapeHtml(line);
  return code === undefined
    ? text
    : text.replace(code, `<strong style="${STYLE.code}">${escapeHtml(code)}</strong>`);
}

/** Makes a paragraph of lines; its buttons follow it. */
function paragraphOf(text: string, mail: Mail, palette: MailPalette): string {
  const lines = text.split('\n').map((line) => lineOf(line, mail, palette));
  const words = lines.flatMap((line) => (line.text === '' ? [] : [line.text])).join('<br>\n');
  const buttons = lines.map(({ button }) => button).join('');
  return `${words === '' ? '' : `<p style="${STYLE.text}">${words}</p>\n`}${buttons}`;
}

/** The link that ends such mails. */
const endOf = ({ unsubscribe }: Mail): string =>
  unsubscribe
    ? `<br>\n<a class="foot" href="${escapeHtml(unsubscribe.url)}" style="${STYLE.link}">${escapeHtml(unsubscribe.label.replace(/\s*[:：]\s*$/, ''))}</a>`
    : '';

/** Returns the mail as an HTML document, in the operator's colours if it has any. All text is escaped. */
export function mailPage(mail: Mail, colors: Colors | undefined): string {
  const { light } = colors ?? USUAL_COLORS;
  const { language, subject, text } = mail;
  const paragraphs = text.split(/\n{2,}/).map((each) => paragraphOf(each.trim(), mail, light));
  const foot = `${escapeHtml(fillMail(mailWords(language).automatic))}${endOf(mail)}`;
  return pageOf({ language, title: subject, body: paragraphs.join('\n'), foot }, colors);
}

interface PageParts {
  readonly language: Language;
  readonly title: string;
  /** HTML, as `foot`, which may be empty. */
  readonly body: string;
  readonly foot: string;
}

/** Returns a page that looks like a mail. */
function pageOf({ language, title, body, foot }: PageParts, colors: Colors | undefined): string {
  const { light, dark } = colors ?? USUAL_COLORS;
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(title)}</title>
<style>${darkSheet(dark)}</style>
</head>
<body class="page" style="${STYLE.page}">
<div class="ticket" style="${STYLE.ticket}" lang="${language}">
<p class="head" style="${headStyle(light)}">${escapeHtml(appName())}</p>
<div style="${STYLE.body}">
<h1 style="${STYLE.title}">${escapeHtml(title)}</h1>
${body}
</div>
${foot === '' ? '' : `<p class="foot" style="${STYLE.foot}">${foot}</p>\n`}</div>
</body>
</html>
`;
}

/** A page of one question or answer, which a link of a mail opens in a browser. */
export interface LinkedPage {
  readonly language: Language;
  readonly title: string;
  readonly text: string;
  /** A button that sends the page's own address back; absent where there is nothing to do. */
  readonly send?: string;
  /** A button that opens the app. */
  readonly open?: { readonly label: string; readonly url: string };
}

/** The policy of a linked page: its own styles, and a form to this server. */
export const LINKED_PAGE_POLICY =
  "default-src 'none';style-src 'unsafe-inline';form-action 'self';base-uri 'none';frame-ancestors 'none'";

/** Returns the page as an HTML document that looks like a mail. All text is escaped. */
export function linkedPage(
  { language, title, text, send, open }: LinkedPage,
  colors: Colors | undefined,
): string {
  const style = buttonStyle((colors ?? USUAL_COLORS).light);
  const body = [
    `<p style="${STYLE.text}">${escapeHtml(text)}</p>`,
    ...(send === undefined
      ? []
      : [
          `<form method="post"><button class="button" style="${style};${STYLE.send}">${escapeHtml(send)}</button></form>`,
        ]),
    ...(open
      ? [
          `<p style="margin:0"><a class="button" href="${escapeHtml(open.url)}" style="${style}">${escapeHtml(open.label)}</a></p>`,
        ]
      : []),
  ];
  return pageOf({ language, title, body: body.join('\n'), foot: '' }, colors);
}
