// The account screen: the member's data, the display settings, logout and deletion.
import { CLIENT_VERSION } from '@kippu/contract/limits';
import { formatDate, formatMoment } from '../../i18n/format.ts';
import { useLanguage, useMessages } from '../../i18n/messages.ts';
import { Group, Screen } from '../../ui/layout/screen.tsx';
import css from '../member/account.module.css';
import { useCountries } from '../member/country-field.tsx';
import { DisplaySettings } from './display-settings.tsx';
import { EveMails } from './eve-mails.tsx';
import { LogOutRow } from './log-out-row.tsx';
import { RowLink, Rows } from '../../ui/layout/rows.tsx';
import { useMember } from '../member/use-member.ts';

export function AccountScreen() {
  const { account: words, push } = useMessages();
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
        {member.signedInAt && (
          <p className={css['email']}>{words.sessionSince(formatMoment(member.signedInAt, language))}</p>
        )}
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
        <Rows>
          <RowLink label={push.title} to="push" params={{}} />
        </Rows>
        {member.eveMails !== undefined && <EveMails wanted={member.eveMails} />}
      </Group>
      <Group title={words.groupAbout}>
        <Rows>
          <RowLink label={words.terms} to="termsPrivacy" params={{}} />
          <RowLink label={words.privacy} to="termsPrivacy" params={{ part: 'privacy' }} />
          <LogOutRow />
          <RowLink label={words.deleteAccount} to="deleteAccount" params={{}} />
        </Rows>
        <p className={css['email']}>
          {words.version} {CLIENT_VERSION}
        </p>
      </Group>
    </Screen>
  );
}
