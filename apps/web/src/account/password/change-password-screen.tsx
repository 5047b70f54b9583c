// Changes the password. The present password is required.
import { changePassword, memberLoad } from '@kippu/contract/routes/traveller/account';
import { CallError } from '@kippu/client/call-error';
import { refetch } from '../../app/query/queries.ts';
import { currentPlace, goBack } from '../../app/router/router.ts';
import { savePushAgain } from '../../push/keep-push.ts';
import { useMessages } from '../../i18n/messages.ts';
import { Button } from '@kippu/ui/button';
import { Screen } from '../../ui/layout/screen.tsx';
import { toast } from '@kippu/ui/toast';
import css from '../form/account-form.module.css';
import { SecretField } from '../form/credential-fields.tsx';
import { encryptPassword } from '../password-crypto/encrypt-password.ts';
import { NewPassword } from '../form/new-password.tsx';
import { useNewPasswordProblems, useProblemText } from '../form/problem-text.ts';
import { textOf, useForm } from '../form/use-form.ts';
import { useSecretWrite } from '../password-crypto/use-secret-write.ts';
import { SendFailed } from '../../ui/messages/send-failed.tsx';

interface Typed extends Readonly<Record<string, string>> {
  readonly old: string;
  readonly password: string;
  readonly repeat: string;
}
/** The field for each refusal of the server. */
const FIELD_OF: Readonly<Record<string, 'old' | 'password' | 'repeat'>> = {
  'AUTH-0020': 'old',
  'AUTH-0022': 'password',
  'ACC-0006': 'password',
  'ACC-0007': 'repeat',
  'ACC-0008': 'password',
};
const fieldOf = (error: unknown) => (error instanceof CallError ? FIELD_OF[error.code] : undefined);

export function ChangePasswordScreen() {
  const messages = useMessages();
  const { account: words, errors } = messages;
  const text = useProblemText();
  const newPasswordProblems = useNewPasswordProblems();
  const change = useSecretWrite(
    changePassword,
    async ({ old, password, repeat }: Typed) => ({
      oldPassword: await encryptPassword(changePassword.name, old),
      password: await encryptPassword(changePassword.name, password),
      passwordRepeat: await encryptPassword(changePassword.name, repeat),
    }),
    {
      onSuccess: () => {
        void refetch(memberLoad);
        // The server has ended it with all that the old password had opened.
        savePushAgain(true).catch((error: unknown) => console.warn('push not saved again', error));
        toast(words.saved);
        // Do not go back if the traveller has already left this screen.
        if (currentPlace().name === 'changePassword') goBack();
      },
    },
  );
  const form = useForm<Typed>({
    initial: { old: '', password: '', repeat: '' },
    busy: change.isPending,
    check: ({ old, password, repeat }) => {
      const problems = newPasswordProblems(password, repeat);
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
        {!fieldOf(change.error) && <SendFailed error={change.error} again={form.submit} text={text} keyed />}
        <p className={css['note']}>{words.changePasswordNote}</p>
        <Button type="submit" busy={change.isPending}>
          {words.save}
        </Button>
      </form>
    </Screen>
  );
}
