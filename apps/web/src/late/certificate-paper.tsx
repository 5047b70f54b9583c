// The certificate as it is read and printed, on A5 or A4.
import type { Language } from '@kippu/contract/languages';
import { nameIn } from '@kippu/contract/names';
import type { LateCertificate } from '@kippu/contract/calls/traveller/late';
import { groupedCode } from '@kippu/domain/live/late-run';
import type { Messages } from '@kippu/words/app-words';
import { QrPicture } from '@kippu/ui/qr-picture';
import { formatDate, formatMoment, formatTime } from '../i18n/format.ts';
import css from './certificate.module.css';
import printed from '../ui/layout/printed-sheet.module.css';

interface Props {
  readonly certificate: LateCertificate;
  /** The certificate's own language, which may be another than the app's. */
  readonly language: Language;
  readonly messages: Messages;
  /** The page that checks it. */
  readonly address: string;
}

export function CertificatePaper({ certificate, language, messages, address }: Props) {
  const { late: words, seat } = messages;
  const { trainNo, departAt, railway, code, arrivals, source, saidAt, issuedAt, mostMinutes } = certificate;
  const nameOf = (prefix: string) => nameIn(certificate, prefix, language);
  const train = seat.train(nameOf('trainName'), trainNo);
  return (
    <article className={`${printed['sheet']} ${css['sheet']}`} lang={language} aria-label={words.one}>
      <h2 className={printed['title']}>{words.one}</h2>
      <dl className={`${printed['facts']} ${css['facts']}`}>
        <div>
          <dt>{words.trainDay}</dt>
          <dd>{formatDate(departAt, language)}</dd>
        </div>
        <div>
          <dt>{words.train}</dt>
          <dd>{train}</dd>
        </div>
        <div>
          <dt>{words.section}</dt>
          <dd>
            {nameOf('fromName')} {formatTime(departAt)} → {nameOf('toName')}
          </dd>
        </div>
      </dl>
      <p className={css['most']}>{words.most(mostMinutes)}</p>
      <p className={css['proves']}>{words.proves}</p>
      <table className={css['arrivals']}>
        <thead>
          <tr>
            <th scope="col">{words.station}</th>
            <th scope="col">{words.planned}</th>
            <th scope="col">{words.arrived}</th>
            <th scope="col">{words.delay}</th>
          </tr>
        </thead>
        <tbody>
          {arrivals.map((arrival) => (
            <tr key={`${arrival.stationId} ${arrival.plannedAt}`}>
              <th scope="row">{nameIn(arrival, 'stationName', language)}</th>
              <td>{formatTime(arrival.plannedAt)}</td>
              <td>{formatTime(arrival.arrivedAt)}</td>
              <td>{words.minutes(arrival.minutes)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className={css['note']}>{words.source[source](formatMoment(saidAt, language))}</p>
      <p className={css['note']}>{words.notTraveller}</p>
      <div className={css['issuer']}>
        <p className={css['railway']}>{railway}</p>
        <p>
          {words.issued} {formatDate(issuedAt, language)}
        </p>
      </div>
      <div className={css['proof']}>
        <QrPicture text={address} label={words.codeAlt} className={css['qr']} />
        <div>
          <p className={css['note']}>{words.scan}</p>
          <p className={css['code']}>
            {words.checkLabel} <strong>{groupedCode(code)}</strong>
          </p>
          <p className={css['address']}>{address}</p>
        </div>
      </div>
    </article>
  );
}
