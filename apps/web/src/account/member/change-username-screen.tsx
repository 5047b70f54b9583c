// Changes the name that the app shows for the traveller.
import { checkName, specialCharacters } from '@kippu/domain/account/rules';
import { isRefusal } from '@kippu/client/call-error';
import { useSession } from '../../app/session/session.ts';
import { useMessages } from '../../i18n/messages.ts';
import { Button } from '@kippu/ui/button';
import { TextField } from '@kippu/ui/field';
import { Screen } from '../../ui/layout/screen.tsx';
import css from '../form/account-form.module.css';
import { outcomeText, useProblemText } from '../form/problem-text.ts';
import { textOf, useForm } from '../form/use-form.ts';
import { useSaveMember } from './use-member.ts';
import { SendFailed } from '../../ui/messages/send-failed.tsx';

export function ChangeUsernameScreen() {
  const messages = useMessages();
  const { account: words } = messages;
  const text = useProblemText();
  const member = useSession()?.member;
  const save = useSaveMember();
  const form = useForm({
    initial: { username: member?.username ?? '' },
    duringLogin: { key: 'username', fields: ['username'] },
    busy: save.isPending,
    check: ({ username }) => ({ username: outcomeText(messages, checkName('username', username)) }),
    onSubmit: (body) =>
      save.mutate(
        { body },
        {
          onError: (error) => {
            if (isRefusal(error, 'ACC-0009')) form.refuse('username', text(error));
          },
        },
      ),
  });
  return (
    <Screen title={words.changeUsername} leave="back">
      <form className={css['short']} {...form.props}>
        <TextField
          label={words.username}
          hint={words.usernameHint(specialCharacters('username'))}
          autoComplete="nickname"
          {...textOf(form, 'username')}
        />
        {!isRefusal(save.error, 'ACC-0009') && (
          <SendFailed error={save.error} again={form.submit} text={text} keyed />
        )}
        <Button type="submit" busy={save.isPending}>
          {words.save}
        </Button>
      </form>
    </Screen>
  );
}
