// The account: who one is here, how the app looks, and the ways out.
import { formatDate } from '../i18n/format.ts';
import { useLanguage, useMessages } from '../i18n/messages.ts';
import { Group, Screen } from '../ui/screen.tsx';
import css from './account.module.css';
import { useCountries } from './country-field.tsx';
import { DisplaySettings } from './display-settings.tsx';
import { LogOutRow } from './log-out-row.tsx';
import { RowLink, Rows } from './rows.tsx';
import { useMember } from './use-member.ts';

export function AccountScreen() {
  const { account: words } = useMessages();
  const language = useLanguage();
  const member = useMember();
  const countries = useCountries();
  if (!member) return null;
  const country = countries.data?.find(({ code }) => code === member.country)?.name;
  return (
    <Screen title={words.title}>
      <div className={css['who']}>
        <p className={css['greeting']}>{words.greeting(member.username)}</p>
        <p className={css['email']}>{member.email}</p>
      </div>
      <Group title={words.groupProfile}>
        <Rows>
          <RowLink label={words.username} value={member.username} to="changeUsername" params={{}} />
          <RowLink label={words.countryShort} value={country} to="changeCountry" params={{}} />
          <RowLink
            label={words.password}
            value={words.passwordChanged(formatDate(member.passwordChangedAt, language))}
            to="changePassword"
            params={{}}
          />
        </Rows>
      </Group>
      <Group title={words.groupDisplay}>
        <DisplaySettings />
      </Group>
      <Group title={words.groupAbout}>
        <Rows>
          <RowLink label={words.terms} to="termsPrivacy" params={{}} />
          <RowLink label={words.privacy} to="termsPrivacy" params={{ part: 'privacy' }} />
          <LogOutRow />
          <RowLink label={words.deleteAccount} to="deleteAccount" params={{}} />
        </Rows>
      </Group>
    </Screen>
  );
}
