// Choosing a password: the parts of the rule tick off while one types, then once more to be sure.
import { PASSWORD_PARTS, type PasswordPart } from '@kippu/domain/password-rule';
import { Check, Circle } from 'lucide-react';
import type { ComponentProps } from 'react';
import { useMessages } from '../i18n/messages.ts';
import { Icon } from '../ui/icon.tsx';
import { SecretField } from './credential-fields.tsx';
import css from './new-password.module.css';

type TextProps = Pick<ComponentProps<typeof SecretField>, 'name' | 'error' | 'onChange' | 'onBlur'> & {
  readonly value: string;
};
const PARTS = Object.keys(PASSWORD_PARTS) as PasswordPart[];

/** The two password fields of a form, from `textOf`. */
export function NewPassword({ password, repeat }: Record<'password' | 'repeat', TextProps>) {
  const { account: words } = useMessages();
  return (
    <>
      <SecretField
        label={words.newPassword}
        hint={<Parts typed={password.value} />}
        {...password}
        autoComplete="new-password"
      />
      <SecretField label={words.passwordAgain} {...repeat} autoComplete="new-password" />
    </>
  );
}

function Parts({ typed }: { readonly typed: string }) {
  const { account: words } = useMessages();
  return (
    <ul className={css['parts']}>
      {PARTS.map((part) => {
        const met = typed !== '' && PASSWORD_PARTS[part](typed);
        return (
          <li key={part} className={`${css['part']} ${met ? css['met'] : ''}`}>
            <Icon of={met ? Check : Circle} size={16} />
            <span>{words.passwordParts[part]}</span>
            <span className="unseen">{met ? words.partMet : words.partOpen}</span>
          </li>
        );
      })}
    </ul>
  );
}
