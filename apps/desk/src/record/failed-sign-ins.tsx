// Failed sign-ins, for managers: a warning during an attack, and the last day's list in the record.
import { deskFailedSignIns } from '@kippu/contract/routes/desk/record';
import type { DataOf } from '@kippu/contract/route-types';
import { useFormat } from '../app/text/format.ts';
import { useRead } from '../app/call/queries.ts';
import { useMay } from '../app/session/rights.ts';
import { hrefOf } from '../app/router/router.ts';
import { text, useSay } from '../app/text/texts.ts';
import { NoticeBox } from '@kippu/ui/notice-box';
import css from './record.module.css';

const WORDS = {
  siege: text('デスクへの不審なサインインが続いています', 'Somebody keeps trying to sign in to the desk'),
  day: text('失敗したサインイン（過去24時間）', 'Failed sign-ins in the last 24 hours'),
  count: (failures: number, since: string, last: string) =>
    text('{since}から{last}までに{failures}件', '{failures} from {since} to {last}', {
      since,
      last,
      failures,
    }),
  nobody: (failures: number) =>
    text('登録のないメールアドレス：{failures}件', 'With unknown email addresses: {failures}', { failures }),
  one: (name: string, email: string, failures: number) =>
    text('{name}（{email}）：{failures}件', '{name} ({email}): {failures} failed', { name, email, failures }),
  advice: text(
    '名前の出ている係員に、身に覚えがあるか確かめてください。心当たりがなければ、初回パスワードを発行し直してください。',
    'Ask the staff named here whether it was them. If not, give them a new first password.',
  ),
  more: text('記録で見る', 'See the record'),
};
type Failures = DataOf<typeof deskFailedSignIns>;

function Facts({ of: { failures, ofNobody, since = '', last = '', staff } }: { readonly of: Failures }) {
  const say = useSay();
  const { shortMoment } = useFormat();
  return (
    <>
      <p>{say(WORDS.count(failures, shortMoment(since), shortMoment(last)))}</p>
      <ul className={css['failures']}>
        {staff.map(({ staffId, name, email, failures: own }) => (
          <li key={staffId}>{say(WORDS.one(name, email, own))}</li>
        ))}
        {ofNobody > 0 && <li>{say(WORDS.nobody(ofNobody))}</li>}
      </ul>
      {staff.length > 0 && <p>{say(WORDS.advice)}</p>}
    </>
  );
}

function useFailures(): Failures | undefined {
  const may = useMay();
  return useRead(deskFailedSignIns, {}, { enabled: may(deskFailedSignIns) }).data;
}

/** Shows nothing without failures. */
export function FailedSignIns() {
  const say = useSay();
  const data = useFailures();
  if (!data || data.failures === 0) return null;
  return (
    <NoticeBox tone={data.siege ? 'warn' : 'info'} title={say(data.siege ? WORDS.siege : WORDS.day)}>
      <Facts of={data} />
    </NoticeBox>
  );
}

/** The warning on a manager's first screen. Shows nothing without an attack. */
export function SiegeWarning() {
  const say = useSay();
  const data = useFailures();
  if (!data?.siege) return null;
  return (
    <NoticeBox
      tone="warn"
      title={say(WORDS.siege)}
      action={<a href={hrefOf('record', [], {})}>{say(WORDS.more)}</a>}
    >
      <Facts of={data} />
    </NoticeBox>
  );
}
