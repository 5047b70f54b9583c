// Where the traveller lives.
import { useSession } from '../app/session.ts';
import { useMessages } from '../i18n/messages.ts';
import { Button } from '../ui/button.tsx';
import { NoticeBox } from '../ui/notice-box.tsx';
import { Screen } from '../ui/screen.tsx';
import css from './account-form.module.css';
import { CountryField } from './country-field.tsx';
import { useProblemText } from './problem-text.ts';
import { textOf, useForm } from './use-form.ts';
import { useSaveMember } from './use-member.ts';

export function ChangeCountryScreen() {
  const { account: words } = useMessages();
  const text = useProblemText();
  const member = useSession()?.member;
  const save = useSaveMember();
  const form = useForm({
    initial: { country: member?.country ?? '' },
    overLogin: { key: 'country', fields: ['country'] },
    busy: save.isPending,
    check: ({ country }) => ({ country: country === '' ? words.countryMissing : undefined }),
    onSubmit: (body) => save.mutate({ body }),
  });
  return (
    <Screen title={words.changeCountry} leave="back">
      <form className={css['short']} {...form.props}>
        <CountryField {...textOf(form, 'country')} />
        {save.error && <NoticeBox tone="danger">{text(save.error)}</NoticeBox>}
        <Button type="submit" busy={save.isPending}>
          {words.save}
        </Button>
      </form>
    </Screen>
  );
}
