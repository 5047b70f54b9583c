// The two consents, each with a link to its text.
import { Link } from '../../app/router/link.tsx';
import { useMessages } from '../../i18n/messages.ts';
import type { Messages } from '@kippu/words/app-words';
import { Checkbox } from '@kippu/ui/field';
import css from '../form/account-form.module.css';

const PLACE = '\n';
type Consent = 'terms' | 'privacy';
interface ConsentForm {
  readonly values: Readonly<Record<Consent, boolean>>;
  readonly problems: Readonly<Partial<Record<Consent, string | undefined>>>;
  readonly set: (field: Consent, value: boolean) => void;
}

/** `onRead` runs when the traveller opens one of the texts. */
export function Consents({ form, onRead }: { readonly form: ConsentForm; readonly onRead: () => void }) {
  const { account: words } = useMessages();
  const consent = (field: Consent, { says, link }: Messages['account']['agreeTerms']) => {
    // Each language puts the link at its own place in the sentence.
    const [before, after] = says(PLACE).split(PLACE);
    return (
      <Checkbox
        name={field}
        checked={form.values[field]}
        error={form.problems[field]}
        onChange={(event) => form.set(field, event.target.checked)}
      >
        {before}
        <Link to="termsPrivacy" params={field === 'privacy' ? { part: field } : {}} onClick={onRead}>
          {link}
        </Link>
        {after}
      </Checkbox>
    );
  };
  return (
    <div className={css['consents']}>
      {consent('terms', words.agreeTerms)}
      {consent('privacy', words.agreePrivacy)}
    </div>
  );
}
