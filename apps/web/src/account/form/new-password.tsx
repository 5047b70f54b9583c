// Fields for a new password: a checklist of the rule's parts, and a repetition.
import { PASSWORD_PARTS, type PasswordPart } from '@kippu/domain/account/password-rule';
import { Check, Circle } from 'lucide-react';
import type { ComponentProps } from 'react';
import { useMessages } from '../../i18n/messages.ts';
import { Icon } from '@kippu/ui/icon';
import { useCommonCheck } from './common-check.ts';
import { SecretField } from './credential-fields.tsx';
import css from './new-password.module.css';

type TextProps = Pick<ComponentProps<typeof SecretField>, 'name' | 'error' | 'onChange' | 'onBlur'> & {
  readonly value: string;
};
const PARTS = Object.keys(PASSWORD_PARTS) as PasswordPart[];

/** The two password fields of a form, with props from `textOf`. */
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
  const isCommon = useCommonCheck();
  const parts = PARTS.map((part) => ({ part, met: typed !== '' && PASSWORD_PARTS[part](typed) }));
  // Tick this part only when the server would also accept the password.
  const uncommon = parts.every(({ met }) => met) && isCommon?.(typed) === false;
  return (
    <ul className={css['parts']}>
      {[...parts, { part: 'uncommon' as const, met: uncommon }].map(({ part, met }) => {
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
