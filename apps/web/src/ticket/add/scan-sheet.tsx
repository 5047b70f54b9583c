// Adding a ticket by the QR code of its link: what the camera sees is checked like typed text.
import { useMessages } from '../i18n/messages.ts';
import { ScanDialog } from '../station/scan-dialog.tsx';

/** Gives the first text read; the caller judges it. */
export function ScanSheet({
  onText,
  onClose,
}: {
  readonly onText: (text: string) => void;
  readonly onClose: () => void;
}) {
  const { ticketLife: words } = useMessages();
  return <ScanDialog title={words.scanTitle} onText={onText} onClose={onClose} />;
}
