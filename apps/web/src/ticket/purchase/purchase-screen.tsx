// What the traveller bought in one order, to print or to save: a receipt where the railway itself sold it, else a record.
import type { Purchase } from '@kippu/contract/calls/traveller/ticket';
import { purchase as purchaseCall } from '@kippu/contract/routes/traveller/ticket';
import { Printer } from 'lucide-react';
import { Button } from '@kippu/ui/button';
import { NoticeBox } from '@kippu/ui/notice-box';
import { useMember } from '../../account/member/use-member.ts';
import { useRead } from '../../app/query/queries.ts';
import { useMessages } from '../../i18n/messages.ts';
import { Screen } from '../../ui/layout/screen.tsx';
import { Loaded } from '../../ui/states/load-state.tsx';
import { PurchasePaper } from './purchase-paper.tsx';
import printed from '../../ui/layout/printed-sheet.module.css';

export function PurchaseScreen({ ticketId }: { readonly ticketId: string }) {
  const { purchase: words } = useMessages();
  const bought = useRead(purchaseCall, { ticketId });
  const title = bought.data?.receipt ? words.receiptTitle : words.title;
  return (
    <Screen
      title={title}
      leave="back"
      dock={
        bought.data && (
          <Button icon={Printer} onClick={() => window.print()}>
            {words.print}
          </Button>
        )
      }
    >
      <Loaded query={bought} skeleton={[72, 420]}>
        {(data) => <Shown purchase={data} />}
      </Loaded>
    </Screen>
  );
}

function Shown({ purchase }: { readonly purchase: Purchase }) {
  const { purchase: words } = useMessages();
  const member = useMember();
  return (
    <>
      {!purchase.receipt && (
        <div className={printed['screenOnly']}>
          <NoticeBox tone="warn" title={words.notReceiptTitle}>
            {words.notReceipt(purchase.seller)}
          </NoticeBox>
        </div>
      )}
      <PurchasePaper purchase={purchase} name={member?.fullname ?? ''} />
    </>
  );
}
