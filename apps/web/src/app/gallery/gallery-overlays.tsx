// Development only: overlays and pickers, each with its longest content.
import { addDays, epochToWall } from '@kippu/domain/time/service-day';
import { useState, type ReactNode } from 'react';
import { LanguagePicker } from '../../account/settings/language-picker.tsx';
import { useMessages } from '../../i18n/messages.ts';
import { DateStrip } from '../../reservation/trains/date-strip.tsx';
import { StartHour } from '../../reservation/trains/start-hour.tsx';
import { ScanDialog } from '../../station/scan/scan-dialog.tsx';
import { Button } from '@kippu/ui/button';
import { Dialog } from '@kippu/ui/dialog';
import { Checkbox } from '@kippu/ui/field';
import { SearchField } from '../../ui/controls/search-field.tsx';
import { ImagePreview } from '../../ui/text/image-preview.tsx';
import { Markdown } from '../../ui/text/markdown.tsx';
import { NoticeBox } from '@kippu/ui/notice-box';
import { Group } from '../../ui/layout/screen.tsx';
import { toast } from '@kippu/ui/toast';
import css from './gallery.module.css';
import { useNow } from '../clock/use-now.ts';

const PICTURE = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 400"><rect width="300" height="400" fill="#27408f"/><circle cx="150" cy="200" r="90" fill="#f4f1e9"/></svg>',
)}`;
const DAYS = 31;
const HOURS = ['09:00', '12:00', '15:00', '18:00', '21:00'];

const OVERLAYS = ['question', 'checklist', 'notice', 'camera', 'picture'] as const;
type Overlay = (typeof OVERLAYS)[number];

export function GalleryOverlays() {
  const { seat, account, ticketLife, station, common } = useMessages();
  const [open, setOpen] = useState<Overlay>();
  const close = () => setOpen(undefined);
  const answers = (yes: string, danger = false) => (
    <>
      <Button kind={danger ? 'danger' : 'primary'} onClick={close}>
        {yes}
      </Button>
      <Button kind="text" onClick={close}>
        {common.cancel}
      </Button>
    </>
  );
  const overlays: Readonly<Record<Overlay, ReactNode>> = {
    question: (
      <Dialog title={account.deleteTitle} onClose={close} actions={answers(account.deleteConfirm, true)}>
        {account.deleteText}
      </Dialog>
    ),
    checklist: (
      <Dialog title={station.confirmIn('Central')} onClose={close} actions={answers(station.verifyIn)}>
        {Object.values(station.check).map((item) => (
          <Checkbox key={item}>{item}</Checkbox>
        ))}
        <NoticeBox tone="danger">{station.once(5)}</NoticeBox>
      </Dialog>
    ),
    notice: (
      <Dialog title={ticketLife.transferDone} onClose={close} actions={<Button onClick={close}>OK</Button>}>
        <Markdown source={Array.from({ length: 8 }, () => account.deleteKeptText).join('\n\n')} />
      </Dialog>
    ),
    camera: <ScanDialog title={station.scanPoster} onText={(text) => toast(text)} onClose={close} />,
    picture: <ImagePreview source={PICTURE} alt="A picture" onClose={close} />,
  };
  const today = epochToWall(useNow(60_000)).slice(0, 10);
  const [date, setDate] = useState(today);
  const [hour, setHour] = useState('');
  const [typed, setTyped] = useState('Central');
  return (
    <Group title="Overlays and pickers">
      <div className={css['row']}>
        {OVERLAYS.map((name) => (
          <Button key={name} kind="outline" data-overlay={name} onClick={() => setOpen(name)}>
            {name}
          </Button>
        ))}
        <Button kind="outline" onClick={() => toast(account.languageNotSaved)}>
          a long toast
        </Button>
        <SearchField
          label={station.search}
          clear={station.clearSearch}
          value={typed}
          maxLength={60}
          onText={setTyped}
        />
        <DateStrip
          dates={Array.from({ length: DAYS }, (_, days) => addDays(today, days))}
          value={date}
          today={today}
          onChange={setDate}
        />
        <div className={css['beside']}>
          <span>{seat.leaving}</span>
          <StartHour hours={HOURS} value={hour} onChange={setHour} />
        </div>
        <LanguagePicker />
      </div>
      {open && overlays[open]}
    </Group>
  );
}
