// The name the app calls the traveller by.
import { checkName } from '@kippu/domain/account-rules';
import { isRefusal } from '../app/api-error.ts';
import { useSession } from '../app/session.ts';
import { useMessages } from '../i18n/messages.ts';
import { Button } from '../ui/button.tsx';
import { TextField } from '../ui/field.tsx';
import { NoticeBox } from '../ui/notice-box.tsx';
import { Screen } from '../ui/screen.tsx';
import css from './account-form.module.css';
import { outcomeText, useProblemText } from './problem-text.ts';
import { textOf, useForm } from './use-form.ts';
import { useSaveMember } from './use-member.ts';

export function ChangeUsernameScreen() {
  const messages = useMessages();
  const { account: words } = messages;
  const text = useProblemText();
  const member = useSession()?.member;
  const save = useSaveMember();
  const form = useForm({
    initial: { username: member?.username ?? '' },
    overLogin: { key: 'username', fields: ['username'] },
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
          hint={words.usernameHint}
          autoComplete="nickname"
          {...textOf(form, 'username')}
        />
        {save.error && !isRefusal(save.error, 'ACC-0009') && (
          <NoticeBox tone="danger">{text(save.error)}</NoticeBox>
        )}
        <Button type="submit" busy={save.isPending}>
          {words.save}
        </Button>
      </form>
    </Screen>
  );
}
