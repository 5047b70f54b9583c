// The email and password fields that all account forms share.
import type { ComponentProps } from 'react';
import { useMessages } from '../../i18n/messages.ts';
import { PasswordField, TextField } from '@kippu/ui/field';

/**
 * An email field. Set `autoComplete` to the kind of address: the account's own, the traveller's, or another person's.
 */
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

/** A password field, for an existing or a new password. */
export function SecretField(
  field: Password & { readonly autoComplete: 'current-password' | 'new-password' },
) {
  const { account: words } = useMessages();
  return <PasswordField show={words.show} hide={words.hide} maxLength={100} {...field} />;
}
