// A partner's endpoints, to which its events are sent.
import { useState } from 'react';
import { deskWebhooks } from '@kippu/contract/routes/desk/partners';
import type { Partner, Webhook } from '@kippu/contract/calls/desk/partners';
import { Button } from '@kippu/ui/button';
import { useRead } from '../../app/call/queries.ts';
import { useFormat } from '../../app/text/format.ts';
import { text, useSay } from '../../app/text/texts.ts';
import { CopyButton } from '../../ui/controls/copy-button.tsx';
import { Chip } from '../../ui/layout/chip.tsx';
import { Loaded } from '../../ui/layout/load-state.tsx';
import { Dialog, isRefusedForGood, WayOut } from '../../ui/messages/dialog.tsx';
import { ErrorBox } from '../../ui/messages/error-box.tsx';
import { EndpointDialog } from './endpoint-dialog.tsx';
import css from '../parts/partner.module.css';
import { WebhookForm } from './webhook-form.tsx';
import { TITLE } from './webhook-words.ts';

const WORDS = {
  lead: text(
    'この提携先のきっぷに起きたことを、起きた順に送ります（Standard Webhooks）。',
    'What happens to the partner’s tickets is sent there, in order (Standard Webhooks).',
  ),
  none: text('通知先はまだありません。', 'There is no endpoint yet.'),
  add: text('通知先を追加', 'Add an endpoint'),
  open: (url: string) => text('{url}を開く', 'Open {url}', { url }),
  manage: text('開く', 'Open'),
  on: text('送信中', 'On'),
  failing: text('失敗中', 'Failing'),
  off: text('停止中', 'Off'),
  waiting: (count: string) => text('送信待ち {count}件', '{count} waiting', { count }),
  copyKey: text('公開鍵をコピー', 'Copy public key'),
  done: text('閉じる', 'Done'),
};

function Line({ of, onOpen }: { readonly of: Webhook; readonly onOpen: () => void }) {
  const say = useSay();
  const { count } = useFormat();
  const { url, state, waiting, failingSince } = of;
  const isFailing = failingSince !== undefined;
  return (
    <li className={css['key']}>
      <span className={css['stack']}>
        <b lang="en" translate="no">
          {url}
        </b>
        <span className={css['row']}>
          {state === 'disabled' ? (
            <Chip tone="danger">{say(WORDS.off)}</Chip>
          ) : (
            <Chip tone={isFailing ? 'warn' : 'ok'}>{say(isFailing ? WORDS.failing : WORDS.on)}</Chip>
          )}
          {waiting > 0 && <span className={css['quiet']}>{say(WORDS.waiting(count(waiting)))}</span>}
        </span>
      </span>
      <Button kind="outline" onClick={onOpen} aria-label={say(WORDS.open(url))}>
        {say(WORDS.manage)}
      </Button>
    </li>
  );
}

export function WebhooksDialog({ of, onClose }: { readonly of: Partner; readonly onClose: () => void }) {
  const say = useSay();
  const { partnerId, name } = of;
  const isOpen = of.closedAt === undefined;
  const read = useRead(deskWebhooks, { partnerId });
  const [adding, setAdding] = useState(false);
  const [opened, setOpened] = useState<string>();
  const endpoint = read.data?.items.find(({ endpointId }) => endpointId === opened);
  const back = () => setOpened(undefined);
  const isGone = isRefusedForGood(read.error);
  if (adding) return <WebhookForm partnerId={partnerId} onClose={() => setAdding(false)} onLeave={onClose} />;
  if (endpoint)
    return (
      <EndpointDialog partnerId={partnerId} of={endpoint} isOpen={isOpen} onClose={back} onLeave={onClose} />
    );
  return (
    <Dialog
      title={say(TITLE(name))}
      onClose={onClose}
      actions={
        isGone ? (
          <WayOut onClose={onClose} />
        ) : (
          <>
            {read.data && <CopyButton value={read.data.publicKey}>{say(WORDS.copyKey)}</CopyButton>}
            <Button kind="outline" onClick={onClose}>
              {say(WORDS.done)}
            </Button>
          </>
        )
      }
    >
      {isGone ? (
        <ErrorBox error={read.error} />
      ) : (
        <>
          <p>{say(WORDS.lead)}</p>
          <Loaded read={read} lines={3}>
            {({ items }) => (
              <>
                {items.length === 0 && <p>{say(WORDS.none)}</p>}
                <ul className={css['keys']}>
                  {items.map((each) => (
                    <Line key={each.endpointId} of={each} onOpen={() => setOpened(each.endpointId)} />
                  ))}
                </ul>
                {isOpen && <Button onClick={() => setAdding(true)}>{say(WORDS.add)}</Button>}
              </>
            )}
          </Loaded>
        </>
      )}
    </Dialog>
  );
}
