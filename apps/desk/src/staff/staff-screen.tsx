// The operator's staff: who may sign in, and in which role.
import { UserPlus, Users } from 'lucide-react';
import { useState } from 'react';
import { deskStaffList } from '@kippu/contract/routes/desk/staff-list';
import type { StaffEntry } from '@kippu/contract/calls/desk/staff-list';
import { useFormat } from '../app/text/format.ts';
import { usePages } from '../app/call/queries.ts';
import { ROLE_WORDS } from '../app/session/rights.ts';
import { hrefOf, navigate, type ScreenProps } from '../app/router/router.ts';
import { useSession } from '../app/session/session.ts';
import { text, useSay } from '../app/text/texts.ts';
import { Button } from '@kippu/ui/button';
import { Chip } from '../ui/layout/chip.tsx';
import { DataTable } from '../ui/layout/data-table.tsx';
import { SelectField } from '../ui/controls/field.tsx';
import { Empty } from '../ui/layout/load-state.tsx';
import { Filters, Page } from '../ui/layout/page.tsx';
import { AddStaffDialog } from './add-staff-dialog.tsx';
import { ChangeStaffDialog } from './change-staff-dialog.tsx';
import { FirstPasswordDialog, type FirstPassword } from './first-password-dialog.tsx';
import css from './staff.module.css';

const WORDS = {
  title: text('係員', 'Staff'),
  lead: text('デスクを使える人と、その役割です。', 'Who may use the desk, and what they may do there.'),
  add: text('係員を追加', 'Add somebody'),
  state: text('状態', 'State'),
  open: text('利用中', 'May sign in'),
  closed: text('利用停止', 'Closed'),
  both: text('すべて', 'All'),
  name: text('氏名', 'Name'),
  role: text('役割', 'Role'),
  last: text('最後の操作', 'Last activity'),
  never: text('まだありません', 'Not yet'),
  change: text('変更', 'Change'),
  changeOf: (name: string) => text('{name}を変更', 'Change {name}', { name }),
  you: text('あなた', 'You'),
  first: text('初回パスワード', 'First password'),
  act: text('操作', 'Actions'),
  none: text('この条件の係員はいません', 'Nobody matches'),
};

const STATES = ['open', 'closed'] as const;

function Name({ of: { name, email }, own }: { readonly of: StaffEntry; readonly own: boolean }) {
  const say = useSay();
  return (
    <span className={css['person']}>
      <span className={css['chips']}>
        <b>{name}</b>
        {own && <Chip tone="info">{say(WORDS.you)}</Chip>}
      </span>
      <span className={css['quiet']}>{email}</span>
    </span>
  );
}

function State({ of: { closedAt, mustChangePassword } }: { readonly of: StaffEntry }) {
  const say = useSay();
  return (
    <span className={css['chips']}>
      <Chip tone={closedAt ? 'plain' : 'ok'}>{say(closedAt ? WORDS.closed : WORDS.open)}</Chip>
      {!closedAt && mustChangePassword && <Chip tone="warn">{say(WORDS.first)}</Chip>}
    </span>
  );
}

function Change({
  of,
  onChange,
}: {
  readonly of: StaffEntry;
  readonly onChange: (staff: StaffEntry) => void;
}) {
  const say = useSay();
  return (
    <Button kind="outline" onClick={() => onChange(of)} aria-label={say(WORDS.changeOf(of.name))}>
      {say(WORDS.change)}
    </Button>
  );
}

const nameCell = (staff: StaffEntry, me: string | undefined) => (
  <Name of={staff} own={staff.staffId === me} />
);
const stateCell = (staff: StaffEntry) => <State of={staff} />;
const changeCell = (staff: StaffEntry, onChange: (staff: StaffEntry) => void) => (
  <Change of={staff} onChange={onChange} />
);

export function StaffScreen({ query }: ScreenProps) {
  const say = useSay();
  const { shortMoment } = useFormat();
  const me = useSession().staff?.staffId;
  const [adding, setAdding] = useState(false);
  const [changing, setChanging] = useState<StaffEntry>();
  const [given, setGiven] = useState<FirstPassword>();
  const state =
    query['state'] === 'all' ? undefined : (STATES.find((known) => known === query['state']) ?? 'open');
  const pages = usePages(deskStaffList, state === undefined ? {} : { state });
  const give = (password: FirstPassword) => {
    setAdding(false);
    setChanging(undefined);
    setGiven(password);
  };
  return (
    <Page
      title={say(WORDS.title)}
      lead={say(WORDS.lead)}
      actions={
        <Button icon={UserPlus} onClick={() => setAdding(true)}>
          {say(WORDS.add)}
        </Button>
      }
    >
      <Filters>
        <SelectField
          label={say(WORDS.state)}
          value={state ?? 'all'}
          onValue={(value) =>
            navigate(hrefOf('staff', [], { state: value === 'open' ? '' : value }), { replace: true })
          }
          choices={[
            { value: 'open', label: say(WORDS.open) },
            { value: 'closed', label: say(WORDS.closed) },
            { value: 'all', label: say(WORDS.both) },
          ]}
        />
      </Filters>
      <DataTable<StaffEntry>
        label={say(WORDS.title)}
        source={pages}
        keyOf={({ staffId }) => staffId}
        columns={[
          { title: say(WORDS.name), cell: (row) => nameCell(row, me) },
          { title: say(WORDS.role), cell: ({ role }) => say(ROLE_WORDS[role]) },
          { title: say(WORDS.state), cell: stateCell },
          {
            title: say(WORDS.last),
            whole: true,
            cell: ({ lastActionAt }) => (lastActionAt ? shortMoment(lastActionAt) : say(WORDS.never)),
          },
          { title: say(WORDS.act), cell: (row) => changeCell(row, setChanging) },
        ]}
        empty={<Empty icon={Users} title={say(WORDS.none)} />}
      />
      {adding && <AddStaffDialog onClose={() => setAdding(false)} onGiven={give} />}
      {changing && (
        <ChangeStaffDialog
          of={pages.rows?.find(({ staffId }) => staffId === changing.staffId) ?? changing}
          own={changing.staffId === me}
          onClose={() => setChanging(undefined)}
          onGiven={give}
        />
      )}
      {given && <FirstPasswordDialog of={given} onClose={() => setGiven(undefined)} />}
    </Page>
  );
}
