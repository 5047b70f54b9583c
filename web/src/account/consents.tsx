// The two consents, each with the text it is about one tap away.
import type { ReactNode } from 'react';
import { Link } from '../app/link.tsx';
import { useMessages } from '../i18n/messages.ts';
import { Checkbox } from '../ui/field.tsx';
import css from './account-form.module.css';

type Consent = 'terms' | 'privacy';
interface ConsentForm {
  readonly values: Readonly<Record<Consent, boolean>>;
  readonly problems: Readonly<Partial<Record<Consent, string | undefined>>>;
  readonly set: (field: Consent, value: boolean) => void;
}

/** `onRead`: the traveller leaves to read one of the texts. */
export function Consents({ form, onRead }: { readonly form: ConsentForm; readonly onRead: () => void }) {
  const { account: words } = useMessages();
  const box = (field: Consent, text: ReactNode) => (
    <Checkbox
      name={field}
      checked={form.values[field]}
      error={form.problems[field]}
      onChange={(event) => form.set(field, event.target.checked)}
    >
      {text}
    </Checkbox>
  );
  const { agreeTerms, agreePrivacy } = words;
  return (
    <div className={css['consents']}>
      {box(
        'terms',
        <>
          {agreeTerms.before}
          <Link to="termsPrivacy" params={{}} onClick={onRead}>
            {agreeTerms.link}
          </Link>
          {agreeTerms.after}
        </>,
      )}
      {box(
        'privacy',
        <>
          {agreePrivacy.before}
          <Link to="termsPrivacy" params={{ part: 'privacy' }} onClick={onRead}>
            {agreePrivacy.link}
          </Link>
          {agreePrivacy.after}
        </>,
      )}
    </div>
  );
}
