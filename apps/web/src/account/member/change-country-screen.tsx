// Changes the country where the traveller lives.
import { useSession } from '../../app/session/session.ts';
import { useMessages } from '../../i18n/messages.ts';
import { Button } from '@kippu/ui/button';
import { Screen } from '../../ui/layout/screen.tsx';
import css from '../form/account-form.module.css';
import { CountryField } from './country-field.tsx';
import { useProblemText } from '../form/problem-text.ts';
import { textOf, useForm } from '../form/use-form.ts';
import { useSaveMember } from './use-member.ts';
import { SendFailed } from '../../ui/messages/send-failed.tsx';

export function ChangeCountryScreen() {
  const { account: words } = useMessages();
  const text = useProblemText();
  const member = useSession()?.member;
  const save = useSaveMember();
  const form = useForm({
    initial: { country: member?.country ?? '' },
    duringLogin: { key: 'country', fields: ['country'] },
    busy: save.isPending,
    check: ({ country }) => ({ country: country === '' ? words.countryMissing : undefined }),
    onSubmit: (body) => save.mutate({ body }),
  });
  return (
    <Screen title={words.changeCountry} leave="back">
      <form className={css['short']} {...form.props}>
        <CountryField {...textOf(form, 'country')} />
        <SendFailed error={save.error} again={form.submit} text={text} keyed />
        <Button type="submit" busy={save.isPending}>
          {words.save}
        </Button>
      </form>
    </Screen>
  );
}
