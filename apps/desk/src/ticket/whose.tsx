// The owner of a ticket. It is shown only on request, because each view is recorded.
import { deskTicketAccount } from '@kippu/contract/routes/desk/find';
import { useRead } from '../app/call/queries.ts';
import { text, useSay } from '../app/text/texts.ts';
import { Loaded } from '../ui/layout/load-state.tsx';
import { AskedCard } from '../ui/layout/asked-card.tsx';
import { AccountFacts } from './account-facts.tsx';

const WORDS = {
  title: text('持ち主', 'Holder'),
  hidden: text(
    '本人確認に必要なときだけ表示してください。表示したことは記録に残ります。',
    'Show it only if you need to identify the traveller. Each view is recorded.',
  ),
  show: text('持ち主を表示', 'Show holder'),
};

function Holder({ ticketNo }: { readonly ticketNo: string }) {
  const read = useRead(deskTicketAccount, { ticketNo });
  return (
    <Loaded read={read} lines={3}>
      {(account) => <AccountFacts of={account} />}
    </Loaded>
  );
}

export function Whose({ ticketNo }: { readonly ticketNo: string }) {
  const say = useSay();
  return (
    <AskedCard title={say(WORDS.title)} why={say(WORDS.hidden)} show={say(WORDS.show)}>
      <Holder ticketNo={ticketNo} />
    </AskedCard>
  );
}
