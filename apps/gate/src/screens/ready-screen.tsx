// The gate at work: camera or scanner, the verdict on top, and the last reads below.
import { CameraOff, Check, Hand, LogIn, LogOut, ScanQrCode, Wifi, WifiOff, X } from 'lucide-react';
import { useEffect, useEffectEvent, useRef } from 'react';
import { readCamera } from '../reader/camera-reader.ts';
import type { DetectCodes } from '../reader/code-detector.ts';
import type { GateView, Shown } from '../core/gate-view.ts';
import { Both, TicketDetails, VerdictShape } from './parts.tsx';
import { barWords } from '../text/refusals.ts';
import { CATEGORY, gateLanguages, DIRECTION, haltText, stationText, text } from '../text/texts.ts';
import { timeOf } from '../text/railway-time.ts';

/** Shorter than a second, so that the next traveller does not wait for the previous verdict. */
const VERDICT_MS = 950;
/** How long the reason for a refusal stays visible after the gate is ready again. */
const WHY_MS = 5_000;

function TopBar({ view }: { view: GateView }) {
  const { settings, trouble, queued, now } = view;
  if (!settings) return null;
  const { station, direction } = settings;
  const online = trouble === null || trouble === 'busy';
  const why = barWords(online ? 'network' : trouble);
  const state = online
    ? text(queued === 0 ? '通信中' : '送信待ち {queued}', queued === 0 ? 'Online' : '{queued} to send', {
        queued,
      })
    : queued === 0
      ? why
      : text('{why}・送信待ち {queued}', '{why}, {queued} to send', { why, queued });
  return (
    <header className="top">
      <h1>
        <Both of={stationText(station)} />
      </h1>
      <Both of={DIRECTION[direction]} className="way" />
      <span className={online ? 'net' : 'net off'}>
        {online ? <Wifi size={22} strokeWidth={1.75} /> : <WifiOff size={22} strokeWidth={1.75} />}
        <Both of={state} />
      </span>
      <time className="clock">{timeOf(now).slice(0, 5)}</time>
    </header>
  );
}

const WAY_ICON = { in: LogIn, out: LogOut };

function Verdict({ shown }: { shown: Shown }) {
  const WayIcon = shown.direction && WAY_ICON[shown.direction];
  return (
    <div className={`verdict ${shown.kind}`} role="status">
      <VerdictShape kind={shown.kind} />
      <div className="words">
        <Both of={shown.headline} className="headline" />
        {WayIcon && shown.direction && (
          <span className="passed-way">
            <WayIcon strokeWidth={2.25} aria-hidden="true" />
            <Both of={DIRECTION[shown.direction]} />
          </span>
        )}
        {(shown.reason || shown.certificate) && <hr />}
        {shown.reason && <Both of={shown.reason} className="reason" />}
        {shown.certificate && <TicketDetails certificate={shown.certificate} />}
      </div>
    </div>
  );
}

const ICON = { go: Check, stop: X, staff: Hand };

function Recent({ shown, now }: { shown: Shown; now: number }) {
  const Icon = ICON[shown.kind];
  const what =
    shown.kind === 'go' && shown.certificate ? CATEGORY[shown.certificate.passengerCategory] : shown.reason;
  const words = what ?? shown.headline;
  const [own = 'en', other] = gateLanguages();
  const way = shown.direction === null ? '' : `${DIRECTION[shown.direction][own]}・`;
  return (
    <li className={shown.kind}>
      <Icon size={28} strokeWidth={2.25} />
      <span>
        <time>{timeOf(shown.at)}</time>
        <span className="what">
          <span lang={own}>
            {way}
            {words[own]}
          </span>
          {shown.kind === 'go' && shown.certificate ? `・${shown.certificate.productName}` : ''}
        </span>
        {other !== undefined && now - shown.at < 60_000 && shown.kind !== 'go' && (
          <span className="what en" lang={other}>
            {words[other]}
          </span>
        )}
      </span>
    </li>
  );
}

interface Props {
  readonly view: GateView;
  readonly detector: Promise<DetectCodes>;
  readonly onText: (text: string) => void;
  readonly onCamera: (works: boolean) => void;
  readonly cameraWorks: boolean | null;
  readonly onCleared: (id: number) => void;
  readonly onStaff: () => void;
}

export function ReadyScreen({ view, detector, onText, onCamera, cameraWorks, onCleared, onStaff }: Props) {
  const { settings, verdict, halt, recent, now } = view;
  const [last] = recent;
  const why = last && last.kind !== 'go' && now - last.at < WHY_MS ? last.reason : null;
  const video = useRef<HTMLVideoElement>(null);
  const facing = settings?.camera ?? 'off';
  const seen = useEffectEvent(onText);
  const state = useEffectEvent((fault: unknown) => onCamera(fault === null));
  const cleared = useEffectEvent(onCleared);

  useEffect(() => {
    if (facing === 'off' || !video.current) return;
    return readCamera({
      facing,
      video: video.current,
      detector,
      onText: (found) => seen(found),
      onState: (fault) => state(fault),
    });
  }, [facing, detector]);
  useEffect(() => {
    if (!verdict) return;
    const timer = setTimeout(() => cleared(verdict.id), VERDICT_MS);
    return () => clearTimeout(timer);
  }, [verdict]);

  return (
    <div className={`gate ${halt ? 'staff' : (verdict?.kind ?? '')}`}>
      <TopBar view={view} />
      <main className="stage">
        {facing !== 'off' && (
          <div className={cameraWorks ? 'camera' : 'camera waiting'}>
            <video ref={video} muted playsInline className={facing === 'user' ? 'mirrored' : ''} />
            <i className="corner" />
          </div>
        )}
        {(facing === 'off' || !cameraWorks) && <ScanQrCode className="scan" strokeWidth={1} />}
        {last && why ? (
          <div className={`prompt why ${last.kind}`}>
            <Both of={last.headline} />
            <Both of={why} className="because" />
          </div>
        ) : (
          <Both className="prompt" of={text('QRコードをかざしてください', 'Show your QR code')} />
        )}
        {halt && (
          <div className="verdict halted" role="alert">
            <VerdictShape kind="closed" />
            <div className="words">
              <Both of={text('使用停止', 'Out of service')} className="headline" />
              <Both of={text('ほかの改札をご利用ください', 'Please use another gate')} className="reason" />
              <hr />
              <Both of={haltText(halt).title} className="for-staff" />
              <Both of={haltText(halt).todo} className="for-staff" />
            </div>
          </div>
        )}
        {!halt && verdict && <Verdict key={verdict.id} shown={verdict} />}
      </main>
      <footer className="bottom">
        {facing !== 'off' && cameraWorks === false && (
          <p className="no-camera">
            <CameraOff size={22} strokeWidth={1.75} />
            <Both
              of={text(
                '係員へ：カメラが使えません。スキャナをお使いください',
                'Staff: no camera. Use the scanner',
              )}
            />
          </p>
        )}
        <ul>
          {recent.slice(0, 3).map((shown) => (
            <Recent key={shown.id} shown={shown} now={now} />
          ))}
        </ul>
        <button type="button" className="staff-button" onClick={onStaff}>
          <Both of={text('係員', 'Staff')} />
        </button>
      </footer>
    </div>
  );
}
