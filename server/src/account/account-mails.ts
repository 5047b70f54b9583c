// The words of the mails about an account, in five languages.
import type { Language } from '@kippu/contract/limits';
import type { Mail } from '../mail/send-mail.ts';

type Words = Readonly<Record<Language, readonly [subject: string, text: string]>>;

const CODE: Words = {
  ja: [
    '認証コード',
    '認証コードは {code} です。5分以内に入力してください。お心当たりがない場合は、このメールを破棄してください。',
  ],
  en: [
    'Your verification code',
    'Your code is {code}. Enter it within 5 minutes. If you did not ask for it, ignore this mail.',
  ],
  ko: [
    '인증 코드',
    '인증 코드는 {code}입니다. 5분 이내에 입력해 주세요. 요청하지 않으셨다면 이 메일을 무시해 주세요.',
  ],
  'zh-CN': ['验证码', '您的验证码是 {code}，请在5分钟内输入。如非本人操作，请忽略此邮件。'],
  'zh-TW': ['驗證碼', '您的驗證碼是 {code}，請在5分鐘內輸入。如非本人操作，請忽略此郵件。'],
};

const ALREADY_REGISTERED: Words = {
  ja: [
    'すでに登録されています',
    'このメールアドレスで新規登録の操作がありましたが、すでにアカウントがあります。ログインするか、パスワードを再設定してください。{origin}',
  ],
  en: [
    'You already have an account',
    'Someone tried to sign up with this address, which already has an account. Log in, or reset your password: {origin}',
  ],
  ko: [
    '이미 가입된 계정이 있습니다',
    '이 이메일 주소로 회원가입 시도가 있었으나 이미 계정이 있습니다. 로그인하거나 비밀번호를 재설정해 주세요. {origin}',
  ],
  'zh-CN': ['您已有账号', '有人使用此邮箱注册，但该邮箱已有账号。请登录或重设密码：{origin}'],
  'zh-TW': ['您已有帳號', '有人使用此信箱註冊，但該信箱已有帳號。請登入或重設密碼：{origin}'],
};

function fill(words: Words, language: Language, to: string, values: Record<string, string>): Mail {
  const [subject, text] = words[language];
  return { to, subject, text: text.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => values[name] ?? '') };
}

export const codeMail = (to: string, language: Language, code: string): Mail =>
  fill(CODE, language, to, { code });

/** Told to the owner instead of to whoever asks. */
export const alreadyRegisteredMail = (to: string, language: Language, origin: string): Mail =>
  fill(ALREADY_REGISTERED, language, to, { origin });
