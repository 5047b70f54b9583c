// Mails about an account in Traditional Chinese.
import type { AccountMails } from '../../mail-words.ts';

export const account: AccountMails = {
  registry: [
    '{app}驗證碼',
    '註冊新帳號的驗證碼：{code}\n\n請在5分鐘內於應用程式中輸入，不要告訴任何人。\n如非本人操作，請忽略此郵件。',
  ],
  resetPassword: [
    '重設密碼的驗證碼',
    '重設密碼的驗證碼：{code}\n\n請在5分鐘內於應用程式中輸入，不要告訴任何人，否則對方可能盜用您的帳號和車票。\n如非本人操作，請忽略此郵件。',
  ],
  alreadyRegistered: [
    '您已有帳號',
    '有人使用此電子郵件註冊，但該電子郵件已有帳號。\n請登入或重設密碼：\n{origin}\n\n若非本人操作，您無須辦理任何手續。',
  ],
  passwordChanged: [
    '您的密碼已變更',
    '您帳號的密碼已於{at}變更。\n\n如非本人操作，請立即重設密碼：\n{origin}',
  ],
  deleted: ['您的帳號已刪除', '您的帳號已於{at}刪除，姓名和電子郵件已清除。\n\n感謝您的使用。'],
};
