// The record of desk acts: who did what to which subject, newest first.
import { Download, ScrollText } from 'lucide-react';
import { useState } from 'react';
import { HOST, SALES_SYSTEM } from '@kippu/contract/values';
import { deskRecord } from '@kippu/contract/routes/desk/record';
import type { RecordedAction } from '@kippu/contract/calls/desk/record';
import { deskStaffList } from '@kippu/contract/routes/desk/staff-list';
import { dateAt, isDate } from '@kippu/domain/time/service-day';
import { appFileName } from '@kippu/words/railway';
import { csvText, saveFile } from '../app/text/csv-text.ts';
import { useFormat } from '../app/text/format.ts';
import { usePages } from '../app/call/queries.ts';
import { ROLE_WORDS } from '../app/session/rights.ts';
import { hrefOf, navigate, type ScreenProps } from '../app/router/router.ts';
import { text, useSay } from '../app/text/texts.ts';
import { Button } from '@kippu/ui/button';
import { Chip } from '../ui/layout/chip.tsx';
import { DataTable } from '../ui/layout/data-table.tsx';
import { DateField, SelectField, TextField } from '../ui/controls/field.tsx';
import { Empty } from '../ui/layout/load-state.tsx';
import { Filters, Page } from '../ui/layout/page.tsx';
import { actionWord, subjectHref } from './action-words.ts';
import { FailedSignIns, TravellerAttacks } from './failed-sign-ins.tsx';
import css from './record.module.css';

const WORDS = {
  title: text('操作の記録', 'Record'),
  lead: text(
    'デスクでの書き込みと、お客さまの情報を見たことの記録です。氏名は操作したときのものです。だれも変えられません。',
    'Every change at the desk, and every view of a traveller’s data, with names as they were then. Nobody can alter it.',
  ),
  csv: text('表示中をCSVで保存', 'Save as CSV'),
  who: text('係員', 'Who'),
  everybody: text('すべて', 'Everybody'),
  system: text('販売システム', 'Sales system'),
  host: text('サーバー管理者', 'Server operator'),
  date: text('日付', 'Day'),
  subject: text('対象', 'Subject'),
  findSubject: text('対象の番号（Enterで絞り込み）', 'Subject, then Enter'),
  at: text('日時', 'When'),
  what: text('操作', 'What'),
  role: text('役割', 'Role'),
  id: text('対象の番号', 'Subject id'),
  staffId: text('係員の番号', 'Staff id'),
  email: text('メールアドレス', 'Email'),
  oldName: text('変更前の氏名', 'Name before'),
  refusal: text('拒否', 'Refusal'),
  refused: text('拒否', 'Refused'),
  renamed: (from: string, to: string) => text('{from} → {to}', '{from} → {to}', { from, to }),
  closed: text('利用停止', 'Closed'),
  closedName: (name: string) => text('{name}（利用停止）', '{name} (closed)', { name }),
  none: text('記録はまだありません', 'Nothing has been recorded yet'),
  noneSo: text('この条件の記録はありません', 'No entry matches'),
};
const MAX_SUBJECT = 64;

/** What the record shows as the actor if it is no member of staff. */
const otherOf = ({ byHost }: RecordedAction) => (byHost ? WORDS.host : WORDS.system);

function Who({ of: action }: { readonly of: RecordedAction }) {
  const say = useSay();
  const { staff } = action;
  if (!staff) return <>{say(otherOf(action))}</>;
  return (
    <span className={css['who']}>
      {staff.name}
      <span className={css['quiet']}>{say(ROLE_WORDS[staff.role])}</span>
      <span className={css['quiet']}>{staff.email}</span>
      {staff.closed && <Chip>{say(WORDS.closed)}</Chip>}
    </span>
  );
}

/** Returns what the act was about, in words: a name if it is a member of staff, with the name before a renaming. */
const subjectWords = ({ subject = '', subjectName, oldName }: RecordedAction) => {
  const words = subjectName ?? subject;
  return oldName === undefined ? text(words, words) : WORDS.renamed(oldName, words);
};

function Subject({ of: action }: { readonly of: RecordedAction }) {
  const say = useSay();
  const { call, subject } = action;
  if (subject === undefined) return null;
  const href = subjectHref(call, subject);
  const words = say(subjectWords(action));
  if (href === undefined) return <span className={css['subject']}>{words}</span>;
  return (
    <a href={href} className={css['subject']}>
      {words}
    </a>
  );
}

function Moment({ at }: { readonly at: string }) {
  const { shortMoment } = useFormat();
  return (
    <span>
      {shortMoment(at)}
      <span className={css['quiet']}>{at.slice(16)}</span>
    </span>
  );
}

const momentCell = ({ at }: RecordedAction) => <Moment at={at} />;
function What({ of: { call, refusal } }: { readonly of: RecordedAction }) {
  const say = useSay();
  return (
    <span className={css['who']}>
      {say(actionWord(call))}
      {refusal !== undefined && (
        <Chip>
          {say(WORDS.refused)} {refusal}
        </Chip>
      )}
    </span>
  );
}

const whatCell = (action: RecordedAction) => <What of={action} />;
const whoCell = (action: RecordedAction) => <Who of={action} />;
const subjectCell = (action: RecordedAction) => <Subject of={action} />;

/** The staff options: those on the first page, and the selected person. */
function WhoField({ value, onValue }: { readonly value: string; readonly onValue: (value: string) => void }) {
  const say = useSay();
  const { rows = [] } = usePages(deskStaffList, {});
  const choices = rows.map(({ staffId, name, closedAt }) => ({
    value: staffId,
    label: closedAt ? say(WORDS.closedName(name)) : name,
  }));
  const known =
    value === '' ||
    value === SALES_SYSTEM ||
    value === HOST ||
    choices.some((choice) => choice.value === value);
  return (
    <SelectField
      label={say(WORDS.who)}
      value={value}
      onValue={onValue}
      choices={[
        { value: '', label: say(WORDS.everybody) },
        { value: SALES_SYSTEM, label: say(WORDS.system) },
        { value: HOST, label: say(WORDS.host) },
        ...choices,
        ...(known ? [] : [{ value, label: value }]),
      ]}
    />
  );
}

export function RecordScreen({ query }: ScreenProps) {
  const say = useSay();
  const by = (query['by'] ?? '').slice(0, MAX_SUBJECT);
  const asked = query['date'] ?? '';
  const date = isDate(asked) ? asked : '';
  // The typed text may be anything, so it is not put into the address.
  const [typed, setTyped] = useState('');
  const [subject, setSubject] = useState('');
  const filter = (change: Record<string, string>) =>
    navigate(hrefOf('record', [], { by, date, ...change }), { replace: true });
  const pages = usePages(deskRecord, {
    ...(by === '' ? {} : { by }),
    ...(date === '' ? {} : { date }),
    ...(subject === '' ? {} : { subject }),
  });
  const rows = pages.rows ?? [];
  const save = () =>
    saveFile(
      `${appFileName()}-record-${dateAt(Date.now())}.csv`,
      csvText([
        [
          ...[WORDS.at, WORDS.who, WORDS.staffId, WORDS.email, WORDS.role, WORDS.what, WORDS.refusal],
          ...[WORDS.subject, WORDS.oldName, WORDS.id],
        ].map(say),
        ...rows.map((action) => {
          const { at, staff, call, refusal = '', subject: about = '', subjectName, oldName = '' } = action;
          return [
            at,
            staff?.name ?? say(otherOf(action)),
            staff?.staffId ?? '',
            staff?.email ?? '',
            staff ? say(ROLE_WORDS[staff.role]) : '',
            say(actionWord(call)),
            refusal,
            subjectName ?? about,
            oldName,
            about,
          ];
        }),
      ]),
    );
  return (
    <Page
      title={say(WORDS.title)}
      lead={say(WORDS.lead)}
      actions={
        <Button kind="outline" icon={Download} disabled={rows.length === 0} onClick={save}>
          {say(WORDS.csv)}
        </Button>
      }
    >
      <TravellerAttacks />
      <FailedSignIns />
      <Filters>
        <WhoField value={by} onValue={(value) => filter({ by: value })} />
        <DateField label={say(WORDS.date)} value={date} onValue={(value) => filter({ date: value })} />
        <form
          role="search"
          onSubmit={(event) => {
            event.preventDefault();
            setSubject(typed.trim());
          }}
        >
          <TextField
            label={say(WORDS.findSubject)}
            value={typed}
            maxLength={MAX_SUBJECT}
            enterKeyHint="search"
            onValue={(value) => {
              setTyped(value);
              if (value === '') setSubject('');
            }}
            onBlur={() => setSubject(typed.trim())}
          />
        </form>
      </Filters>
      <DataTable<RecordedAction>
        label={say(WORDS.title)}
        source={pages}
        keyOf={({ actionId }) => actionId}
        columns={[
          { title: say(WORDS.at), whole: true, cell: momentCell },
          { title: say(WORDS.who), cell: whoCell },
          { title: say(WORDS.what), cell: whatCell },
          { title: say(WORDS.subject), cell: subjectCell },
        ]}
        empty={
          <Empty icon={ScrollText} title={say(by + date + subject === '' ? WORDS.none : WORDS.noneSo)} />
        }
      />
    </Page>
  );
}
