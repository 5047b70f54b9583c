// The two consents, each with the text it is about one tap away.
import { Link } from '../app/link.tsx';
import { useMessages } from '../i18n/messages.ts';
import type { Messages } from '../i18n/words.ts';
import { Checkbox } from '../ui/field.tsx';
import css from './account-form.module.css';

const PLACE = '\n';
type Consent = 'terms' | 'privacy';
interface ConsentForm {
  readonly values: Readonly<Record<Consent, boolean>>;
  readonly problems: Readonly<Partial<Record<Consent, string | undefined>>>;
  readonly set: (field: Consent, value: boolean) => void;
}

/** `onRead`: the traveller leaves to read one of the texts. */
export function Consents({ form, onRead }: { readonly form: ConsentForm; readonly onRead: () => void }) {
  const { account: words } = useMessages();
  const consent = (field: Consent, { says, link }: Messages['account']['agreeTerms']) => {
    // Where the link stands in the sentence is the language's own matter.
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
