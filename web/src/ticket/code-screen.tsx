// The code at the gate: as large as the column allows, renewed by itself, good without a network.
import { nameIn } from '@kippu/contract/fields';
import type { Direction } from '@kippu/ticket-code/moment';
import { MapPin, QrCode, RotateCw } from 'lucide-react';
import { useState } from 'react';
import { useErrorText } from '../app/error-text.ts';
import { useParams } from '../app/router.ts';
import { clockOffset } from '../app/server-clock.ts';
import { useNow } from '../app/use-now.ts';
import { useWakeLock } from '../app/use-wake-lock.ts';
import { formatMoment, groupedNumber } from '../i18n/format.ts';
import { ticket as japanese } from '../i18n/ja/ticket.ts';
import { useLanguage, useMessages } from '../i18n/messages.ts';
import { Button, ButtonLink } from '../ui/button.tsx';
import { NoticeBox } from '../ui/notice-box.tsx';
import { Paper } from '../ui/paper.tsx';
import { Screen } from '../ui/screen.tsx';
import { Segmented } from '../ui/segmented.tsx';
import { slotAt } from './code-moment.ts';
import css from './code-screen.module.css';
import { PassedPanel } from './passed-panel.tsx';
import { QrPicture } from './qr-picture.tsx';
import { dateLine } from './ticket-view.ts';
import { NoPhoneKey, useCodeSource, useCodeText, type CodeSource } from './use-code.ts';
import { useGatePassage } from './use-passage.ts';

const CLOCK_WARNING_MS = 60_000;

export function CodeScreen() {
  const { ticket: words, ticketLife, common } = useMessages();
  const text = useErrorText();
  const ticketId = useParams('code').ticketId ?? '';
  const source = useCodeSource(ticketId);
  const { shown, last, hide } = useGatePassage(ticketId);
  useWakeLock(true);
  const failed = source.error;
  const inside = last ? last === 'in' : source.data !== undefined && source.data.code.ticket.entry !== null;
  return (
    <Screen
      title={shown ? words.detailTitle : words.codeTitle}
      leave="close"
      dock={
        shown ? (
          <Button kind="outline" icon={QrCode} onClick={hide}>
            {words.showCode}
          </Button>
        ) : failed ? (
          <Button icon={RotateCw} busy={source.isFetching} onClick={() => void source.refetch()}>
            {common.retry}
          </Button>
        ) : (
          <ButtonLink
            kind="outline"
            icon={MapPin}
            to="outInSite"
            params={{ ticketId, direction: inside ? 'out' : 'in' }}
          >
            {ticketLife.noReader}
          </ButtonLink>
        )
      }
    >
      {shown ? (
        <PassedPanel passed={shown} />
      ) : failed ? (
        <NoticeBox tone="danger">
          {failed instanceof NoPhoneKey ? words.noKey : `${words.offlineNoCode} ${text(failed)}`}
        </NoticeBox>
      ) : (
        <LiveCode source={source.data} inside={inside} />
      )}
    </Screen>
  );
}

function LiveCode({ source, inside }: { readonly source: CodeSource | undefined; readonly inside: boolean }) {
  const { ticket: words } = useMessages();
  const language = useLanguage();
  const [chosen, setChosen] = useState<Direction | null>(null);
  const direction = chosen ?? (inside ? 'out' : 'in');
  const now = useNow(1000);
  const { slot, secondsLeft, share } = slotAt(now);
  const shown = useCodeText(source?.code, slot, direction, now);
  const ticket = source?.code.ticket;
  const minutesOff = Math.round(Math.abs(clockOffset()) / 60_000);
  return (
    <div className={css['stack']}>
      <Segmented
        label={words.direction}
        value={direction}
        options={[
          { value: 'in', label: words.entering },
          { value: 'out', label: words.leaving },
        ]}
        onChange={setChosen}
      />
      <div className={css['bleed']}>
        <Paper
          stub={
            ticket && (
              <div className={css['stub']}>
                <div className={css['stubTop']}>
                  <h2 className={css['name']}>{nameIn(ticket, 'productName', language)}</h2>
                  <span className={css['chip']}>{words.category[ticket.passengerCategory]}</span>
                </div>
                {language !== 'ja' && (
                  <p lang="ja" className={css['staff']}>
                    {nameIn(ticket, 'productName', 'ja')} {japanese.category[ticket.passengerCategory]}
                  </p>
                )}
                <p className={css['line']}>
                  {dateLine(ticket, words, language)} · {words.number(groupedNumber(ticket.ticketNo))}
                </p>
              </div>
            )
          }
        >
          <div className={css['white']}>
            {shown ? (
              <QrPicture text={shown.text} label={words.codeAlt} className={css['qr']} />
            ) : (
              <div className={css['qr']} role="status" aria-label={words.preparing} />
            )}
            <div className={css['renew']}>
              <svg
                viewBox="0 0 44 44"
                className={css['ring']}
                role="img"
                aria-label={words.secondsLeft(secondsLeft)}
              >
                <circle cx="22" cy="22" r="19" className={css['ringBack']} />
                <circle
                  cx="22"
                  cy="22"
                  r="19"
                  pathLength="1"
                  className={css['ringLeft']}
                  strokeDasharray={`${share} 1`}
                />
                <text x="22" y="22" className={css['ringText']}>
                  {secondsLeft}
                </text>
              </svg>
              <p className={css['renewText']}>
                <strong>{words.renews}</strong>
                <span>{words.noScreenshot}</span>
              </p>
            </div>
          </div>
        </Paper>
      </div>
      {source?.offline && (
        <NoticeBox tone="warn">{words.offlineCode(formatMoment(source.code.expiresAt, language))}</NoticeBox>
      )}
      {minutesOff * 60_000 >= CLOCK_WARNING_MS && (
        <NoticeBox tone="info">{words.clockWrong(minutesOff)}</NoticeBox>
      )}
    </div>
  );
}
