// The late trains of a day, each with its certificate, for everybody; and the field for the check code of a printed one.
import type { LateTrain } from '@kippu/contract/calls/traveller/late';
import { nameIn } from '@kippu/contract/names';
import { listLateTrains } from '@kippu/contract/routes/traveller/late';
import type { LateCertificateRule } from '@kippu/contract/page-settings';
import { readCheckCode } from '@kippu/domain/live/late-run';
import { theRules } from '@kippu/domain/rules';
import { addDays, dateAt } from '@kippu/domain/time/service-day';
import { CircleCheck } from 'lucide-react';
import { useState } from 'react';
import { Button } from '@kippu/ui/button';
import { SelectField, TextField } from '@kippu/ui/field';
import { serverNow } from '../app/clock/server-clock.ts';
import { useRead } from '../app/query/queries.ts';
import { Link } from '../app/router/link.tsx';
import { changeParams, navigate, useParams } from '../app/router/router.ts';
import { formatDate, formatTime } from '../i18n/format.ts';
import { useLanguage, useMessages } from '../i18n/messages.ts';
import { Group, Screen } from '../ui/layout/screen.tsx';
import { Strip } from '../ui/layout/strip.tsx';
import { EmptyState } from '../ui/states/empty-state.tsx';
import { NotFoundScreen } from '../ui/states/incomplete-screen.tsx';
import { Loaded } from '../ui/states/load-state.tsx';
import css from './late-trains.module.css';

export function LateTrainsScreen() {
  const rule = theRules().lateCertificate;
  return rule ? <LateTrains rule={rule} /> : <NotFoundScreen />;
}

function LateTrains({ rule: { fromMinutes, listedDays } }: { readonly rule: LateCertificateRule }) {
  const { late: words } = useMessages();
  const language = useLanguage();
  const today = dateAt(serverNow());
  const days = Array.from({ length: listedDays + 1 }, (_, ago) => addDays(today, -ago));
  const { date: asked = today } = useParams('late');
  const date = days.includes(asked) ? asked : today;
  const trains = useRead(listLateTrains, { date });
  return (
    <Screen title={words.title} leave="back">
      <p className={css['intro']}>{words.intro(fromMinutes, listedDays)}</p>
      <SelectField
        label={words.day}
        value={date}
        onChange={(event) => changeParams('late', { date: event.target.value })}
      >
        {days.map((day) => (
          <option key={day} value={day}>
            {formatDate(day, language)}
          </option>
        ))}
      </SelectField>
      <Loaded query={trains} skeleton={[280]}>
        {(found) =>
          found.length === 0 ? (
            <EmptyState icon={CircleCheck} title={words.noneTitle}>
              {words.noneText(fromMinutes)}
            </EmptyState>
          ) : (
            <Strip of={found} keyOf={({ code }) => code}>
              {(train) => <Row train={train} />}
            </Strip>
          )
        }
      </Loaded>
      <CheckForm />
    </Screen>
  );
}

function Row({ train }: { readonly train: LateTrain }) {
  const { late: words, seat } = useMessages();
  const language = useLanguage();
  const name = seat.train(nameIn(train, 'trainName', language), train.trainNo);
  const route = seat.route(nameIn(train, 'fromName', language), nameIn(train, 'toName', language));
  return (
    <Link to="lateTrain" params={{ code: train.code }} className={css['press']}>
      <span className={css['time']}>{formatTime(train.departAt)}</span>
      <span className={css['words']}>
        <span className={css['train']}>{name}</span>
        <span className={css['route']}>{route}</span>
        <span className={css['late']}>{words.most(train.mostMinutes)}</span>
      </span>
    </Link>
  );
}

/** Leads from a check code to the certificate. */
function CheckForm() {
  const { late: words } = useMessages();
  const [typed, setTyped] = useState('');
  const [tried, setTried] = useState(false);
  const code = readCheckCode(typed);
  return (
    <Group title={words.checkTitle}>
      <form
        className={css['form']}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          setTried(true);
          if (code) navigate('lateTrain', { code });
        }}
      >
        <TextField
          label={words.checkLabel}
          hint={words.checkHint}
          error={tried && !code ? words.checkWrong : undefined}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
          maxLength={40}
          autoComplete="off"
          autoCapitalize="characters"
          autoCorrect="off"
          spellCheck={false}
          enterKeyHint="go"
        />
        <Button type="submit" kind="outline">
          {words.check}
        </Button>
      </form>
    </Group>
  );
}
