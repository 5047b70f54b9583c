// How the operator is reached beside the form: telephone, email and hours, from the operator's files.
import { pageSettings } from '@kippu/client/page-settings';
import { useLanguage, useMessages } from '../i18n/messages.ts';
import { Group } from '../ui/layout/screen.tsx';
import css from './feedback.module.css';

/** Renders nothing if the operator names none. */
export function ContactLines() {
  const { help: words } = useMessages();
  const language = useLanguage();
  const { contact } = pageSettings();
  if (!contact) return null;
  const { phone, email, hours } = contact;
  return (
    <Group title={words.contactTitle}>
      <ul className={css['contact']}>
        {phone && (
          <li>
            <span>{words.contactPhone}</span>
            <a href={`tel:${phone.replaceAll(/[^\d+]/g, '')}`}>{phone}</a>
          </li>
        )}
        {email && (
          <li>
            <span>{words.contactEmail}</span>
            <a href={`mailto:${email}`}>{email}</a>
          </li>
        )}
        {hours?.[language] && (
          <li>
            <span>{words.contactHours}</span>
            <span>{hours[language]}</span>
          </li>
        )}
      </ul>
    </Group>
  );
}
