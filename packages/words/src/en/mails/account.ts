// Mails about an account in English.
import type { AccountMails } from '../../mail-words.ts';

export const account: AccountMails = {
  registry: [
    'Your {app} code',
    'Your code for a new account: {code}\n\nEnter it in the app within 5 minutes. Do not give it to anyone.\nIf you did not ask for it, ignore this email.',
  ],
  resetPassword: [
    'Your code for a new password',
    'Your code to set a new password: {code}\n\nEnter it in the app within 5 minutes. Do not give it to anyone: with it they could take your account and your tickets.\nIf you did not ask for it, ignore this email.',
  ],
  alreadyRegistered: [
    'You already have an account',
    'Someone tried to create an account with this email, which already has one.\nLog in, or reset your password:\n{origin}\n\nIf it was not you, there is nothing you need to do.',
  ],
  passwordChanged: [
    'Your password was changed',
    'The password of your account was changed on {at}.\n\nIf this was not you, reset your password now:\n{origin}',
  ],
  deleted: [
    'Your account was deleted',
    'Your account was deleted on {at}. Your name and email have been erased.\n\nThank you for travelling with us.',
  ],
};
