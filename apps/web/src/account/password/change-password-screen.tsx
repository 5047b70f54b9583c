// Another password, against the present one.
import { changePassword, memberLoad } from '@kippu/contract/account';
import { ApiError } from '../app/api-error.ts';
import { refetch } from '../app/queries.ts';
import { currentPlace, goBack } from '../app/router.ts';
import { useMessages } from '../i18n/messages.ts';
import { Button } from '../ui/button.tsx';
import { NoticeBox } from '../ui/notice-box.tsx';
import { Screen } from '../ui/screen.tsx';
import { toast } from '../ui/toast.tsx';
import css from './account-form.module.css';
import { SecretField } from './credential-fields.tsx';
import { encryptPassword } from './encrypt-password.ts';
import { NewPassword } from './new-password.tsx';
import { newPasswordProblems, useProblemText } from './problem-text.ts';
import { textOf, useForm } from './use-form.ts';
import { useSecretWrite } from './use-secret-write.ts';

interface Typed extends Readonly<Record<string, string>> {
  readonly old: string;
  readonly password: string;
  readonly repeat: string;
}
/** The field a refusal of the server is about. */
const FIELD_OF: Readonly<Record<string, 'old' | 'password' | 'repeat'>> = {
  'AUTH-0020': 'old',
  'AUTH-0022': 'password',
  'ACC-0006': 'password',
  'ACC-0007': 'repeat',
  'ACC-0008': 'password',
};
const fieldOf = (error: unknown) => (error instanceof ApiError ? FIELD_OF[error.code] : undefined);

export function ChangePasswordScreen() {
  const messages = useMessages();
  const { account: words, errors } = messages;
  const text = useProblemText();
  const change = useSecretWrite(
    changePassword,
    async ({ old, password, repeat }: Typed) => ({
      oldPassword: await encryptPassword(old),
      password: await encryptPassword(password),
      passwordRepeat: await encryptPassword(repeat),
    }),
    {
      onSuccess: () => {
        void refetch(memberLoad);
        toast(words.saved);
        // A traveller who has gone elsewhere meanwhile is not taken a step further back.
        if (currentPlace().name === 'changePassword') goBack();
      },
    },
  );
  const form = useForm<Typed>({
    initial: { old: '', password: '', repeat: '' },
    busy: change.isPending,
    check: ({ old, password, repeat }) => {
      const problems = newPasswordProblems(messages, password, repeat);
      const same = password !== '' && password === old;
      return {
        old: old === '' ? words.oldPasswordMissing : undefined,
        ...problems,
        password: same ? errors['AUTH-0022'] : problems.password,
      };
    },
    onSubmit: (typed) =>
      change.mutate(typed, {
        onError: (error) => {
          const field = fieldOf(error);
          if (field) form.refuse(field, text(error));
        },
      }),
  });
  return (
    <Screen title={words.changePassword} leave="back">
      <form className={css['short']} {...form.props}>
        <SecretField label={words.oldPassword} {...textOf(form, 'old')} autoComplete="current-password" />
        <NewPassword password={textOf(form, 'password')} repeat={textOf(form, 'repeat')} />
        {change.error && !fieldOf(change.error) && <NoticeBox tone="danger">{text(change.error)}</NoticeBox>}
        <p className={css['note']}>{words.changePasswordNote}</p>
        <Button type="submit" busy={change.isPending}>
          {words.save}
        </Button>
      </form>
    </Screen>
  );
}
