// Changes a member of staff: name, role, password and access.
import { KeyRound, UserCheck, UserX } from 'lucide-react';
import { useState } from 'react';
import { deskMe } from '@kippu/contract/routes/desk/staff';
import {
  deskChangeStaff,
  deskCloseStaff,
  deskReopenStaff,
  deskResetStaffPassword,
  deskStaffList,
} from '@kippu/contract/routes/desk/staff-list';
import type { StaffEntry } from '@kippu/contract/calls/desk/staff-list';
import { isOvertaken, useAct } from '../app/call/queries.ts';
import { ROLE_WORDS } from '../app/session/rights.ts';
import { staffIs } from '../app/session/session.ts';
import { text, useSay } from '../app/text/texts.ts';
import { Button } from '@kippu/ui/button';
import { ConfirmDialog, isRefusedForGood } from '../ui/messages/dialog.tsx';
import { NoticeBox } from '@kippu/ui/notice-box';
import { FormDialog } from '../ui/layout/form-dialog.tsx';
import { toast } from '@kippu/ui/toast';
import type { FirstPassword } from './first-password-dialog.tsx';
import { PersonFields, isName, isNameRefused, type Person } from './person-fields.tsx';
import css from './staff.module.css';

const WORDS = {
  title: text('係員の変更', 'Change a member of staff'),
  save: text('保存', 'Save'),
  saved: text('変更しました', 'Changed'),
  roleEnds: text(
    '役割を変えると、この人はサインアウトされ、新しい役割でサインインし直します。',
    'A new role signs them out. They sign in again with it.',
  ),
  overtaken: (now: string) =>
    text(
      '開いたあとに変更されたため、行いませんでした。現在は「{now}」です。それでも行うときは、もう一度押してください。',
      'Nothing was done, because this person was changed after you opened the dialog. Now: {now}. Press again if you still want this.',
      { now },
    ),
  isOpen: text('利用中', 'may sign in'),
  isClosed: text('利用停止', 'closed'),
  access: text('サインイン', 'Signing in'),
  ownAccess: text(
    '自分の利用停止はできません。パスワードはメニューの「パスワード」で変えます。',
    'You cannot close yourself. Your password is changed under ‘Password’ in the menu.',
  ),
  reset: text('新しい初回パスワード', 'New first password'),
  resetTitle: (name: string) =>
    text('{name}に新しい初回パスワードを出しますか', 'Give {name} a new first password?', { name }),
  resetWhat: text(
    'いまのパスワードは使えなくなり、サインイン中の端末はすべてサインアウトされます。',
    'The current password stops working, and they are signed out everywhere.',
  ),
  close: text('利用を停止', 'Close'),
  closeTitle: (name: string) => text('{name}の利用を停止しますか', 'Close {name}?', { name }),
  closeWhat: text(
    'すぐにサインアウトされ、サインインできなくなります。これまでの操作の記録は残ります。あとで再開できます。',
    'They are signed out at once and cannot sign in. What they did stays in the record. They can be reopened.',
  ),
  closed: text('利用を停止しました', 'Closed'),
  reopen: text('利用を再開', 'Reopen'),
  reopenTitle: (name: string) => text('{name}の利用を再開しますか', 'Reopen {name}?', { name }),
  reopenWhat: text(
    '前と同じ役割で、新しい初回パスワードを出します。前のパスワードは使えません。',
    'They keep their role and get a new first password. The old password does not work.',
  ),
};

/** Shows that another manager made a change first, and the person's current data. */
function Overtaken({ by: { name, role, closedAt } }: { readonly by: StaffEntry }) {
  const say = useSay();
  const state = say(closedAt ? WORDS.isClosed : WORDS.isOpen);
  return (
    <NoticeBox tone="warn">{say(WORDS.overtaken(`${name} · ${say(ROLE_WORDS[role])} · ${state}`))}</NoticeBox>
  );
}

/** The dialog may be closed while an act runs, and opened again for another one. */
const thingOf = ({ staffId }: StaffEntry) => `staff ${staffId}`;

type Step = 'change' | 'reset' | 'close' | 'reopen';
interface Props {
  readonly of: StaffEntry;
  readonly onClose: () => void;
  readonly onGiven: (password: FirstPassword) => void;
}

function Confirm({ step, of: staff, onClose, onGiven }: Props & { readonly step: Exclude<Step, 'change'> }) {
  const say = useSay();
  const changes = [deskStaffList];
  const thing = thingOf(staff);
  const given = { thing, versionOf: (made: FirstPassword) => made.staff.version };
  const reset = useAct(deskResetStaffPassword, { changes, changed: given, onDone: onGiven });
  const reopen = useAct(deskReopenStaff, { changes, changed: given, onDone: onGiven });
  const close = useAct(deskCloseStaff, {
    changes,
    changed: { thing, versionOf: ({ version }) => version },
    onDone: () => {
      toast(say(WORDS.closed));
      onClose();
    },
  });
  const act = { reset, reopen, close }[step];
  const overtaken = isOvertaken(act.error);
  const words = {
    reset: [WORDS.resetTitle, WORDS.resetWhat, WORDS.reset],
    reopen: [WORDS.reopenTitle, WORDS.reopenWhat, WORDS.reopen],
    close: [WORDS.closeTitle, WORDS.closeWhat, WORDS.close],
  } as const;
  const [title, what, confirm] = words[step];
  return (
    <ConfirmDialog
      title={say(title(staff.name))}
      kind={step === 'reopen' ? 'primary' : 'destroy'}
      confirm={say(confirm)}
      busy={act.busy}
      error={overtaken ? null : act.error}
      onConfirm={() => act.run({ body: { staffId: staff.staffId, version: staff.version } })}
      onClose={onClose}
    >
      <p className={css['quiet']}>{staff.email}</p>
      <p>{say(what)}</p>
      {overtaken && <Overtaken by={staff} />}
    </ConfirmDialog>
  );
}

function Access({
  of: staff,
  own,
  onStep,
}: {
  readonly of: StaffEntry;
  readonly own: boolean;
  readonly onStep: (step: Step) => void;
}) {
  const say = useSay();
  return (
    <section className={css['access']}>
      <h3>{say(WORDS.access)}</h3>
      {own ? (
        <p className={css['quiet']}>{say(WORDS.ownAccess)}</p>
      ) : (
        <div className={css['buttons']}>
          {staff.closedAt ? (
            <Button kind="outline" icon={UserCheck} onClick={() => onStep('reopen')}>
              {say(WORDS.reopen)}
            </Button>
          ) : (
            <>
              <Button kind="outline" icon={KeyRound} onClick={() => onStep('reset')}>
                {say(WORDS.reset)}
              </Button>
              <Button kind="outline" icon={UserX} onClick={() => onStep('close')}>
                {say(WORDS.close)}
              </Button>
            </>
          )}
        </div>
      )}
    </section>
  );
}

export function ChangeStaffDialog({ own, ...props }: Props & { readonly own: boolean }) {
  const { of: staff, onClose } = props;
  const say = useSay();
  const [step, setStep] = useState<Step>('change');
  const [person, setPerson] = useState<Person>({ name: staff.name, role: staff.role });
  const [tried, setTried] = useState(false);
  const act = useAct(deskChangeStaff, {
    changed: { thing: thingOf(staff), versionOf: ({ version }) => version },
    changes: [deskStaffList, deskMe],
    onDone: ({ staffId, email, name, role, mustChangePassword }) => {
      // The frame shows the signed-in person's name and role.
      if (own) staffIs({ staffId, email, name, role, mustChangePassword });
      toast(say(WORDS.saved));
      onClose();
    },
  });
  const overtaken = isOvertaken(act.error);
  if (step !== 'change') return <Confirm step={step} {...props} />;
  return (
    <FormDialog
      title={say(WORDS.title)}
      lead={<p className={css['quiet']}>{staff.email}</p>}
      after={!isRefusedForGood(act.error) && <Access of={staff} own={own} onStep={setStep} />}
      submit={say(WORDS.save)}
      act={act}
      shown={overtaken || isNameRefused(act.error)}
      onSubmit={() => {
        setTried(true);
        if (isName(person.name))
          act.run({ body: { staffId: staff.staffId, version: staff.version, ...person } });
      }}
      onClose={onClose}
    >
      <PersonFields value={person} onValue={setPerson} tried={tried} act={act} own={own} />
      {person.role !== staff.role && !staff.closedAt && <p className={css['quiet']}>{say(WORDS.roleEnds)}</p>}
      {overtaken && <Overtaken by={staff} />}
    </FormDialog>
  );
}
