// The texts of the mails about an account, in five languages.
import type { Language } from '@kippu/contract/limits';
import { momentIn } from '../../platform/mail/mail-words.ts';
import type { Mail } from '../../platform/mail/send-mail.ts';

type Words = Readonly<Record<Language, readonly [subject: string, text: string]>>;

/** Each text says what its code does, so that a person whom somebody else asks for the code sees the danger. */
const CODE = {
  registry: {
    ja: [
      'Kippuの認証コード',
      '新しいアカウントの認証コード：{code}\n\n5分以内にアプリに入力してください。だれにも教えないでください。\nお心当たりがない場合は、このメールを破棄してください。',
    ],
    en: [
      'Your Kippu code',
      'Your code for a new account: {code}\n\nEnter it in the app within 5 minutes. Do not give it to anyone.\nIf you did not ask for it, ignore this email.',
    ],
    ko: [
      'Kippu 인증 코드',
      '새 계정 인증 코드: {code}\n\n5분 안에 앱에 입력해 주세요. 다른 사람에게 알려 주지 마세요.\n요청하지 않으셨다면 이 메일을 무시해 주세요.',
    ],
    'zh-CN': [
      'Kippu验证码',
      '注册新账户的验证码：{code}\n\n请在5分钟内在应用中输入，不要告诉任何人。\n如非本人操作，请忽略此邮件。',
    ],
    'zh-TW': [
      'Kippu驗證碼',
      '註冊新帳號的驗證碼：{code}\n\n請在5分鐘內於應用程式中輸入，不要告訴任何人。\n如非本人操作，請忽略此郵件。',
    ],
  },
  resetPassword: {
    ja: [
      'パスワード再設定のコード',
      'パスワードを再設定するための認証コード：{code}\n\n5分以内にアプリに入力してください。だれにも教えないでください。教えると、アカウントときっぷを使われるおそれがあります。\nお心当たりがない場合は、このメールを破棄してください。',
    ],
    en: [
      'Your code for a new password',
      'Your code to set a new password: {code}\n\nEnter it in the app within 5 minutes. Do not give it to anyone: with it they could take your account and your tickets.\nIf you did not ask for it, ignore this email.',
    ],
    ko: [
      '비밀번호 재설정 코드',
      '비밀번호 재설정 인증 코드: {code}\n\n5분 안에 앱에 입력해 주세요. 다른 사람에게 알려 주지 마세요. 알려 주면 계정과 티켓을 빼앗길 수 있습니다.\n요청하지 않으셨다면 이 메일을 무시해 주세요.',
    ],
    'zh-CN': [
      '重设密码的验证码',
      '重设密码的验证码：{code}\n\n请在5分钟内在应用中输入，不要告诉任何人，否则对方可能盗用您的账户和车票。\n如非本人操作，请忽略此邮件。',
    ],
    'zh-TW': [
      '重設密碼的驗證碼',
      '重設密碼的驗證碼：{code}\n\n請在5分鐘內於應用程式中輸入，不要告訴任何人，否則對方可能盜用您的帳號和車票。\n如非本人操作，請忽略此郵件。',
    ],
  },
} as const satisfies Readonly<Record<string, Words>>;

const ALREADY_REGISTERED: Words = {
  ja: [
    'すでにアカウントがあります',
    'このメールアドレスでアカウントを作る操作がありましたが、すでにアカウントがあります。\nログインするか、パスワードを再設定してください。\n{origin}\n\nお心当たりがない場合は、何もする必要はありません。',
  ],
  en: [
    'You already have an account',
    'Someone tried to create an account with this email, which already has one.\nLog in, or reset your password:\n{origin}\n\nIf it was not you, there is nothing you need to do.',
  ],
  ko: [
    '이미 가입된 계정이 있습니다',
    '이 이메일로 회원가입을 시도한 사람이 있지만 이미 계정이 있습니다.\n로그인하거나 비밀번호를 재설정해 주세요.\n{origin}\n\n본인이 시도하지 않았다면 따로 하실 일은 없습니다.',
  ],
  'zh-CN': [
    '您已有账户',
    '有人使用此邮箱注册，但该邮箱已有账户。\n请登录或重设密码：\n{origin}\n\n如非本人操作，您无需办理任何手续。',
  ],
  'zh-TW': [
    '您已有帳號',
    '有人使用此電子郵件註冊，但該電子郵件已有帳號。\n請登入或重設密碼：\n{origin}\n\n若非本人操作，您無須辦理任何手續。',
  ],
};

const PASSWORD_CHANGED: Words = {
  ja: [
    'パスワードが変更されました',
    'アカウントのパスワードが {at}（日本時間）に変更されました。\n\nお心当たりがない場合は、すぐにパスワードを再設定してください。\n{origin}',
  ],
  en: [
    'Your password was changed',
    'The password of your account was changed on {at} (Japan time).\n\nIf this was not you, reset your password now:\n{origin}',
  ],
  ko: [
    '비밀번호가 변경되었습니다',
    '계정 비밀번호가 {at}(일본 시간)에 변경되었습니다.\n\n본인이 변경하지 않았다면 바로 비밀번호를 재설정해 주세요.\n{origin}',
  ],
  'zh-CN': [
    '您的密码已更改',
    '您账户的密码已于{at}（日本时间）更改。\n\n如非本人操作，请立即重设密码：\n{origin}',
  ],
  'zh-TW': [
    '您的密碼已變更',
    '您帳號的密碼已於{at}（日本時間）變更。\n\n如非本人操作，請立即重設密碼：\n{origin}',
  ],
};

const DELETED: Words = {
  ja: [
    'アカウントを削除しました',
    'アカウントを {at}（日本時間）に削除しました。お名前とメールアドレスは消去されました。\n\nご利用ありがとうございました。',
  ],
  en: [
    'Your account was deleted',
    'Your account was deleted on {at} (Japan time). Your name and email have been erased.\n\nThank you for travelling with us.',
  ],
  ko: [
    '계정이 삭제되었습니다',
    '계정이 {at}(일본 시간)에 삭제되었습니다. 성명과 이메일은 지워졌습니다.\n\n이용해 주셔서 감사합니다.',
  ],
  'zh-CN': ['您的账户已删除', '您的账户已于{at}（日本时间）删除，姓名和邮箱已清除。\n\n感谢您的使用。'],
  'zh-TW': ['您的帳號已刪除', '您的帳號已於{at}（日本時間）刪除，姓名和電子郵件已清除。\n\n感謝您的使用。'],
};

function fill(words: Words, language: Language, to: string, values: Record<string, string>): Mail {
  const [subject, text] = words[language];
  return { to, subject, text: text.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => values[name] ?? '') };
}

export const codeMail = (
  to: string,
  language: Language,
  { purpose, code }: { readonly purpose: keyof typeof CODE; readonly code: string },
): Mail => fill(CODE[purpose], language, to, { code });

/** Sent to the owner when somebody registers the email again. The caller gets no hint. */
export const alreadyRegisteredMail = (to: string, language: Language, origin: string): Mail =>
  fill(ALREADY_REGISTERED, language, to, { origin });

/** Warns the owner, in case somebody else changed it. */
export const passwordChangedMail = (to: string, language: Language, at: string, origin: string): Mail =>
  fill(PASSWORD_CHANGED, language, to, { at: momentIn(at, language), origin });

export const deletedMail = (to: string, language: Language, at: string): Mail =>
  fill(DELETED, language, to, { at: momentIn(at, language) });
