// The fields one proves oneself by: an email and a password, as every form asks for them.
import type { ComponentProps } from 'react';
import { useMessages } from '../i18n/messages.ts';
import { PasswordField, TextField } from '../ui/field.tsx';

/** An email; `autoComplete` says whose: the account's name, one's own address, or somebody else's. */
export const EmailField = (
  field: ComponentProps<typeof TextField> & { readonly autoComplete: 'username' | 'email' | 'off' },
) => (
  <TextField
    type="email"
    inputMode="email"
    autoCapitalize="none"
    autoCorrect="off"
    spellCheck={false}
    maxLength={320}
    {...field}
  />
);

type Password = Omit<ComponentProps<typeof PasswordField>, 'show' | 'hide'>;

/** The password of an account, as it is or as it shall be. */
export function SecretField(
  field: Password & { readonly autoComplete: 'current-password' | 'new-password' },
) {
  const { account: words } = useMessages();
  return <PasswordField show={words.show} hide={words.hide} maxLength={100} {...field} />;
}
