// The HTML form of a mail, made from its text: one template in the app's look. Mail readers keep inline styles only, so the colours of
// dark mode, which need a style sheet, are an addition: without it the light colours are complete.
import { mailWords } from '@kippu/words/server-words';
import { appName } from '@kippu/words/railway';
import { fillMail } from './mail-format.ts';
import { escapeHtml } from '../wire/html-text.ts';
import type { Mail } from './mail.ts';

const FONT =
  "font-family:-apple-system,Roboto,'Segoe UI','Hiragino Sans','Noto Sans CJK JP','Noto Sans',sans-serif";
const STYLE = {
  page: `margin:0;padding:24px 12px;background:#f4f1e9;color:#1c1b1f;${FONT};font-size:16px;line-height:1.5`,
  ticket: 'max-width:560px;margin:0 auto;background:#fffefb;border:1px solid #dad5c8;border-radius:12px',
  head: 'margin:0;padding:16px 24px;background:#22377c;color:#ffffff;border-radius:11px 11px 0 0;font-size:18px;font-weight:700',
  body: 'padding:8px 24px 20px',
  title: 'margin:16px 0 8px;font-size:20px;line-height:1.35',
  text: 'margin:0 0 16px;overflow-wrap:anywhere',
  code: 'display:inline-block;margin:4px 0;font-size:32px;line-height:1.3;font-weight:700;letter-spacing:4px',
  button:
    'display:inline-block;margin:0 0 16px;padding:12px 20px;background:#27408f;color:#ffffff;border-radius:8px;font-weight:700;text-decoration:none',
  foot: 'margin:0;padding:12px 24px 16px;border-top:1px solid #dad5c8;color:#55524c;font-size:13px',
} as const;
const DARK = `@media (prefers-color-scheme:dark){
.page{background:#12141b!important;color:#f1eee7!important}
.ticket{background:#1d2029!important;border-color:#343846!important}
.head{background:#263469!important}
.button{background:#afbdff!important;color:#0f1740!important}
.foot{color:#bbb8b1!important;border-color:#343846!important}}`;

const ADDRESS = /https?:\/\/\S+/;

/** Makes a line, and the address at its end a button. A line that names what its address opens, such as 'Your reservation:', is its label. */
function lineOf(line: string, mail: Mail): { readonly text: string; readonly button: string } {
  const address = ADDRESS.exec(line)?.[0];
  if (address === undefined) return { text: withCode(line, mail), button: '' };
  const before = line.replace(address, '').trim();
  const label = /[:：]$/.test(before)
    ? before.replace(/\s*[:：]$/, '')
    : fillMail(mailWords(mail.language).open);
  const button = `<p style="margin:0"><a class="button" href="${escapeHtml(address)}" style="${STYLE.button}">${escapeHtml(label)}</a></p>`;
  return { text: /[:：]$/.test(before) ? '' : withCode(before, mail), button };
}

function withCode(line: string, { code }: Mail): string {
  const text = escapeHtml(line);
  return code === undefined
    ? text
    : text.replace(code, `<strong style="${STYLE.code}">${escapeHtml(code)}</strong>`);
}

/** Makes a paragraph of lines; its buttons follow it. */
function paragraphOf(text: string, mail: Mail): string {
  const lines = text.split('\n').map((line) => lineOf(line, mail));
  const words = lines.flatMap((line) => (line.text === '' ? [] : [line.text])).join('<br>\n');
  const buttons = lines.map(({ button }) => button).join('');
  return `${words === '' ? '' : `<p style="${STYLE.text}">${words}</p>\n`}${buttons}`;
}

/** Returns the mail as an HTML document. All text is escaped. */
export function mailPage(mail: Mail): string {
  const { language, subject, text } = mail;
  const paragraphs = text.split(/\n{2,}/).map((each) => paragraphOf(each.trim(), mail));
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${escapeHtml(subject)}</title>
<style>${DARK}</style>
</head>
<body class="page" style="${STYLE.page}">
<div class="ticket" style="${STYLE.ticket}" lang="${language}">
<p class="head" style="${STYLE.head}">${escapeHtml(appName())}</p>
<div style="${STYLE.body}">
<h1 style="${STYLE.title}">${escapeHtml(subject)}</h1>
${paragraphs.join('\n')}
</div>
<p class="foot" style="${STYLE.foot}">${escapeHtml(fillMail(mailWords(language).automatic))}</p>
</div>
</body>
</html>
`;
}
