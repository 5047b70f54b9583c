// Somebody new at the desk.
import { useState } from 'react';
import { deskAddStaff, deskStaffList } from '@kippu/contract/desk-staff-list';
import { isEmail, normaliseEmail } from '@kippu/domain/account-rules';
import { isRefusal } from '../app/call-error.ts';
import { useAct } from '../app/queries.ts';
import { text, useSay } from '../app/texts.ts';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { TextField } from '../ui/field.tsx';
import { Form } from '../ui/page.tsx';
import type { FirstPassword } from './first-password-dialog.tsx';
import { PersonFields, isName, type Person } from './person-fields.tsx';

const WORDS = {
  title: text('係員を追加', 'Add somebody'),
  email: text('メールアドレス', 'Email'),
  emailHint: text(
    'これでサインインします。あとから変えられません。',
    'They sign in by it. It cannot be changed later.',
  ),
  emailWrong: text('メールアドレスを確かめてください。', 'Please check the email.'),
  taken: text(
    'このメールアドレスの係員がすでにいます。利用停止中の人も確かめてください。',
    'Somebody has this email already. Look among the closed ones too.',
  ),
  add: text('追加', 'Add'),
  cancel: text('やめる', 'Cancel'),
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
  const taken = isRefusal(act.error, 'ACC-0001');
  const submit = () => {
    setTried(true);
    if (right && isName(person.name)) act.run({ body: { email: email.trim(), ...person } });
  };
  const emailError = () => {
    if (taken) return say(WORDS.taken);
    return tried && !right ? say(WORDS.emailWrong) : undefined;
  };
  return (
    <Dialog
      title={say(WORDS.title)}
      onClose={() => {
        if (!act.busy) onClose();
      }}
      actions={null}
    >
      <Form
        onSubmit={submit}
        error={taken ? null : act.error}
        actions={
          <>
            <Button type="submit" busy={act.busy}>
              {say(WORDS.add)}
            </Button>
            <Button kind="outline" onClick={onClose} disabled={act.busy}>
              {say(WORDS.cancel)}
            </Button>
          </>
        }
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
          error={emailError()}
          disabled={act.busy}
        />
        <PersonFields value={person} onValue={setPerson} tried={tried} disabled={act.busy} />
      </Form>
    </Dialog>
  );
}
