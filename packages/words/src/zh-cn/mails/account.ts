// Mails about an account in Simplified Chinese.
import type { AccountMails } from '../../mail-words.ts';

export const account: AccountMails = {
  registry: [
    '{app}验证码',
    '注册新账户的验证码：{code}\n\n请在5分钟内在应用中输入，不要告诉任何人。\n如非本人操作，请忽略此邮件。',
  ],
  resetPassword: [
    '重设密码的验证码',
    '重设密码的验证码：{code}\n\n请在5分钟内在应用中输入，不要告诉任何人，否则对方可能盗用您的账户和车票。\n如非本人操作，请忽略此邮件。',
  ],
  alreadyRegistered: [
    '您已有账户',
    '有人使用此邮箱注册，但该邮箱已有账户。\n请登录或重设密码：\n{origin}\n\n如非本人操作，您无需办理任何手续。',
  ],
  passwordChanged: [
    '您的密码已更改',
    '您账户的密码已于{at}更改。\n\n如非本人操作，请立即重设密码：\n{origin}',
  ],
  deleted: ['您的账户已删除', '您的账户已于{at}删除，姓名和邮箱已清除。\n\n感谢您的使用。'],
};
