// Adds a member of staff.
import { useState } from 'react';
import { deskAddStaff, deskStaffList } from '@kippu/contract/routes/desk/staff-list';
import { isEmail, normaliseEmail } from '@kippu/domain/account/rules';
import { isRefusal } from '@kippu/client/call-error';
import { errorText } from '../app/call/error-text.ts';
import { useAct } from '../app/call/queries.ts';
import { text, useLanguage, useSay } from '../app/text/texts.ts';
import { TextField } from '../ui/controls/field.tsx';
import { FormDialog } from '../ui/layout/form-dialog.tsx';
import type { FirstPassword } from './first-password-dialog.tsx';
import { PersonFields, isName, isNameRefused, type Person } from './person-fields.tsx';

const WORDS = {
  title: text('係員を追加', 'Add somebody'),
  email: text('メールアドレス', 'Email'),
  emailHint: text(
    'これでサインインします。あとから変えられません。',
    'They sign in with it. It cannot be changed later.',
  ),
  emailWrong: text('メールアドレスを確かめてください。', 'Please check the email.'),
  add: text('追加', 'Add'),
};

export function AddStaffDialog({
  onClose,
  onGiven,
}: {
  readonly onClose: () => void;
  readonly onGiven: (password: FirstPassword) => void;
}) {
  const say = useSay();
  const [email, setEmail] = useState('');
  const [person, setPerson] = useState<Person>({ name: '', role: 'counter' });
  const [tried, setTried] = useState(false);
  const act = useAct(deskAddStaff, { changes: [deskStaffList], onDone: onGiven });
  const right = isEmail(normaliseEmail(email));
  const language = useLanguage();
  const taken = isRefusal(act.error, 'ACC-0001') ? errorText(act.error, language) : undefined;
  const submit = () => {
    setTried(true);
    if (right && isName(person.name)) act.run({ body: { email: email.trim(), ...person } });
  };
  return (
    <FormDialog
      title={say(WORDS.title)}
      submit={say(WORDS.add)}
      act={act}
      shown={taken !== undefined || isNameRefused(act.error)}
      onSubmit={submit}
      onClose={onClose}
    >
      <TextField
        label={say(WORDS.email)}
        hint={say(WORDS.emailHint)}
        type="email"
        inputMode="email"
        autoCapitalize="none"
        spellCheck={false}
        value={email}
        onValue={(typed) => {
          setEmail(typed);
          if (taken) act.clear();
        }}
        error={taken ?? (tried && !right ? say(WORDS.emailWrong) : undefined)}
        disabled={act.busy}
      />
      <PersonFields value={person} onValue={setPerson} tried={tried} act={act} />
    </FormDialog>
  );
}
