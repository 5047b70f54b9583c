// Adds a ticket from the QR code of its link. The scanned text is validated like typed text.
import { useMessages } from '../../i18n/messages.ts';
import { ScanDialog } from '../../station/scan/scan-dialog.tsx';

/** Passes on the first text read; the caller validates it. */
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
