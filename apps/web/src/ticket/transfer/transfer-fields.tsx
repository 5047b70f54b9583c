// What the two forms of the transfer screen have in common: the fields, their checks, and what a refusal says at which field.
import { CallError } from '@kippu/client/call-error';
import { checkEmails, normaliseEmail } from '@kippu/domain/account/rules';
import type { Messages } from '@kippu/words/app-words';
import { EmailField, SecretField } from '../../account/form/credential-fields.tsx';
import { outcomeText } from '../../account/form/problem-text.ts';
import { textOf, type Form } from '../../account/form/use-form.ts';
import { useMessages } from '../../i18n/messages.ts';

export interface Typed extends Readonly<Record<string, string>> {
  readonly email: string;
  readonly emailRepeat: string;
  readonly password: string;
}

const FIELD_OF: Readonly<Record<string, keyof Typed & string>> = {
  'TKT-0014': 'email',
  'TKT-0015': 'email',
  'TKT-0016': 'emailRepeat',
  AccountOrPwdError: 'password',
};

/** Returns the field that a refusal concerns. Other refusals are shown above the button. */
export const fieldOf = (error: unknown): (keyof Typed & string) | undefined =>
  error instanceof CallError ? FIELD_OF[error.code] : undefined;

/** Shows a refusal at the field that it concerns. `text` describes it. */
export function refuseField(
  form: Form<Typed>,
  error: unknown,
  { messages, text }: { readonly messages: Messages; readonly text: (error: unknown) => string },
): void {
  const field = fieldOf(error);
  // The call's own message mentions email and password; here only the password can be wrong.
  if (field) form.refuse(field, field === 'password' ? messages.errors['AUTH-0020'] : text(error));
}

/** Checks the receiver's email and its repetition. `own` is the sender's, '' if it is not known. */
export function receiverProblems(messages: Messages, { email, emailRepeat }: Typed, own: string) {
  const toSelf = normaliseEmail(email) === normaliseEmail(own) && own !== '';
  const differ = checkEmails(email, emailRepeat);
  return {
    email: toSelf ? messages.errors['TKT-0015'] : outcomeText(messages, checkEmails(email, email)),
    emailRepeat: !differ.ok && differ.code === 'ACC-0002' ? messages.errors['TKT-0016'] : undefined,
  };
}

export function ReceiverFields({ form, hint }: { readonly form: Form<Typed>; readonly hint: string }) {
  const { ticketLife: words } = useMessages();
  return (
    <>
      <EmailField label={words.email} hint={hint} {...textOf(form, 'email')} autoComplete="off" />
      <EmailField label={words.emailAgain} {...textOf(form, 'emailRepeat')} autoComplete="off" />
    </>
  );
}

/** The sender's own password. */
export function PasswordField({ form }: { readonly form: Form<Typed> }) {
  const { ticketLife: words } = useMessages();
  return (
    <SecretField
      label={words.password}
      hint={words.passwordHint}
      {...textOf(form, 'password')}
      autoComplete="current-password"
    />
  );
}
