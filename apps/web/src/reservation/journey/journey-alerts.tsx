// What the railway says about a journey: disruptions of its train, route or stations, as the live feeds have them.
import { journeyAlerts } from '@kippu/contract/routes/traveller/train';
import type { JourneyAlert } from '@kippu/contract/calls/traveller/train';
import type { QueryOf } from '@kippu/contract/route-types';
import { nameIn } from '@kippu/contract/names';
import { NoticeBox } from '@kippu/ui/notice-box';
import { Icon } from '@kippu/ui/icon';
import { ExternalLink } from 'lucide-react';
import { useRead } from '../../app/query/queries.ts';
import { formatMoment } from '../../i18n/format.ts';
import { useLanguage, useMessages } from '../../i18n/messages.ts';
import css from './journey-alerts.module.css';

/** How often open screens ask, while they are in sight. */
const EVERY_MS = 15_000;

/** Asks every 15 seconds while the page is in sight. Renders nothing while there is no alert. */
export function JourneyAlerts({ of }: { readonly of: QueryOf<typeof journeyAlerts> }) {
  const { seat } = useMessages();
  const { data } = useRead(journeyAlerts, of, { refetchInterval: EVERY_MS });
  if (!data || data.items.length === 0) return null;
  return (
    <NoticeBox tone="warn" title={seat.alerts.title}>
      <ul className={css['alerts']}>
        {data.items.map((alert) => (
          <Alert key={alert.alertId} alert={alert} />
        ))}
      </ul>
    </NoticeBox>
  );
}

function Alert({ alert }: { readonly alert: JourneyAlert }) {
  const { seat } = useMessages();
  const language = useLanguage();
  const [header, text, url] = (['header', 'text', 'url'] as const).map((each) =>
    nameIn(alert, each, language),
  );
  const more = url ? (
    <a href={url} target="_blank" rel="noreferrer" className={css['more']}>
      {seat.alerts.more}
      <Icon of={ExternalLink} size={16} />
    </a>
  ) : null;
  const rest = header ? text : '';
  return (
    <li>
      {alert.from !== undefined && (
        <p className={css['from']}>{seat.alerts.from(formatMoment(alert.from, language))}</p>
      )}
      {rest || more ? (
        <details>
          <summary>{header || text}</summary>
          {rest && <p className={css['text']}>{rest}</p>}
          {more}
        </details>
      ) : (
        <p>{header || text}</p>
      )}
    </li>
  );
}
