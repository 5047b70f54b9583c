// Who has a ticket: never shown unasked, for each look is recorded.
import { Eye } from 'lucide-react';
import { useState } from 'react';
import { deskTicketAccount } from '@kippu/contract/desk-find';
import { useRead } from '../app/queries.ts';
import { text, useSay } from '../app/texts.ts';
import { Button } from '../ui/button.tsx';
import { Loaded } from '../ui/load-state.tsx';
import { Card } from '../ui/page.tsx';
import { AccountFacts } from './account-facts.tsx';
import css from './ticket.module.css';

const WORDS = {
  title: text('持ち主', 'Holder'),
  hidden: text(
    '本人確認に必要なときだけ表示してください。表示したことは記録に残ります。',
    'Show it only where you need it to tell who is before you. Each look is recorded.',
  ),
  show: text('持ち主を表示', 'Show whose it is'),
  hide: text('隠す', 'Hide'),
};

export function Whose({ ticketNo }: { readonly ticketNo: string }) {
  const say = useSay();
  const [asked, setAsked] = useState(false);
  const read = useRead(deskTicketAccount, { ticketNo }, { enabled: asked });
  return (
    <Card title={say(WORDS.title)}>
      {asked ? (
        <>
          <Loaded read={read} lines={3}>
            {(account) => <AccountFacts of={account} />}
          </Loaded>
          <div>
            <Button kind="text" onClick={() => setAsked(false)}>
              {say(WORDS.hide)}
            </Button>
          </div>
        </>
      ) : (
        <>
          <p className={css['quiet']}>{say(WORDS.hidden)}</p>
          <div>
            <Button kind="outline" icon={Eye} onClick={() => setAsked(true)}>
              {say(WORDS.show)}
            </Button>
          </div>
        </>
      )}
    </Card>
  );
}
