// Whether the traveller gets a mail on the evening before a trip. Saved as soon as it is ticked.
import { updateInfo } from '@kippu/contract/routes/traveller/account';
import { Checkbox } from '@kippu/ui/field';
import { toast } from '@kippu/ui/toast';
import { useErrorText } from '../../app/errors/error-text.ts';
import { useWrite } from '../../app/query/queries.ts';
import { useMessages } from '../../i18n/messages.ts';
import { keepMember } from '../member/use-member.ts';
import css from './display-settings.module.css';

export function EveMails({ wanted }: { readonly wanted: boolean }) {
  const { account: words } = useMessages();
  const errorText = useErrorText();
  const save = useWrite(updateInfo, {
    onSuccess: (member) => {
      keepMember(member);
      toast(words.saved);
    },
  });
  // What was just ticked is shown until the answer says what is saved.
  const shown = save.isPending ? (save.variables.body?.eveMails ?? wanted) : wanted;
  const choose = (eveMails: boolean) =>
    save.mutate({ body: { eveMails } }, { onError: (error) => toast(errorText(error)) });
  return (
    <div className={css['card']}>
      <Checkbox
        name="eveMails"
        checked={shown}
        disabled={save.isPending}
        onChange={(event) => choose(event.target.checked)}
      >
        {words.eveMails}
        <span className={css['hint']}>{words.eveMailsHint}</span>
      </Checkbox>
    </div>
  );
}
