// Closes a partner's month for good.
import type { DeskReconciliation } from '@kippu/contract/calls/desk/partners';
import { deskCloseMonth, deskReconciliation } from '@kippu/contract/routes/desk/partners';
import { NoticeBox } from '@kippu/ui/notice-box';
import { toast } from '@kippu/ui/toast';
import { isOvertaken, useAct } from '../app/call/queries.ts';
import { useFormat } from '../app/text/format.ts';
import { text, useSay } from '../app/text/texts.ts';
import { Facts } from '../ui/layout/facts.tsx';
import { ConfirmDialog } from '../ui/messages/dialog.tsx';
import { FIGURE_WORDS } from './reconciliation-words.ts';
import { useAmounts } from './use-amounts.ts';

const WORDS = {
  title: (name: string, month: string) =>
    text('{name}の{month}を締めますか', 'Close {month} of {name}?', { name, month }),
  what: text(
    'この月の数字が確定します。元には戻せません。あとの払い戻しは次の月に入ります。',
    'The sums of this month become final. This cannot be undone. Later refunds are in the next month.',
  ),
  after: text('月末の残高', 'Owed at its end'),
  confirm: text('月を締める', 'Close month'),
  done: text('月を締めました', 'The month is closed'),
  overtaken: text(
    '開いたあとに取引が増えたか、ほかの人が締めたため、行いませんでした。いまの数字を確かめてください。',
    'Nothing was done: after you opened the page it was posted to, or somebody else closed it. Check the sums as they are now.',
  ),
};

export function CloseMonthDialog({
  of,
  onClose,
}: {
  readonly of: DeskReconciliation;
  readonly onClose: () => void;
}) {
  const say = useSay();
  const { month: monthWord } = useFormat();
  const { amount } = useAmounts();
  const act = useAct(deskCloseMonth, {
    changes: [deskReconciliation],
    onDone: () => {
      toast(say(WORDS.done));
      onClose();
    },
  });
  const overtaken = isOvertaken(act.error);
  const { partnerId, month, version } = of;
  return (
    <ConfirmDialog
      title={say(WORDS.title(of.name, monthWord(month)))}
      kind="destroy"
      confirm={say(WORDS.confirm)}
      busy={act.busy}
      error={overtaken ? null : act.error}
      onConfirm={() => act.run({ body: { partnerId, month, version } })}
      onClose={onClose}
    >
      <p>{say(WORDS.what)}</p>
      <Facts
        of={[
          [say(FIGURE_WORDS.open), amount(of.total.open.amount)],
          [say(WORDS.after), amount(of.after)],
        ]}
      />
      {overtaken && <NoticeBox tone="warn">{say(WORDS.overtaken)}</NoticeBox>}
    </ConfirmDialog>
  );
}
