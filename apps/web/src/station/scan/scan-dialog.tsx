// Reads a code with the camera in a full-screen dialog, or from a photo if there is no camera.
import { Flashlight, Image as ImageIcon, RotateCw } from 'lucide-react';
import { useId, useState } from 'react';
import { useMessages } from '../../i18n/messages.ts';
import { Button, buttonClass } from '@kippu/ui/button';
import { Dialog } from '@kippu/ui/dialog';
import { Icon } from '@kippu/ui/icon';
import { NoticeBox } from '@kippu/ui/notice-box';
import { cameraRefusal, hasTorch, setTorch, type CameraRefusal } from './camera.ts';
import { qrReader, readQr } from './qr-reader.ts';
import css from './scan-dialog.module.css';
import { useCameraScan } from './use-camera-scan.ts';

/** A retry on this page cannot help. */
const HOPELESS: ReadonlySet<CameraRefusal> = new Set<CameraRefusal>(['cameraInsecure', 'cameraUnsupported']);

export function ScanDialog({
  title,
  problem,
  onText,
  onClose,
}: {
  readonly title: string;
  /** Why the last text was rejected; the camera keeps scanning. */
  readonly problem?: string | undefined;
  readonly onText: (text: string) => void;
  readonly onClose: () => void;
}) {
  const { station: words, client, common } = useMessages();
  const { video, state, again } = useCameraScan(onText);
  return (
    <Dialog
      title={title}
      onClose={onClose}
      actions={
        <>
          <PhotoButton onText={onText} />
          <Button kind="text" onClick={onClose}>
            {common.close}
          </Button>
        </>
      }
    >
      <div className={css['scan']}>
        {state.is === 'refused' ? (
          <NoticeBox
            tone="warn"
            action={
              !HOPELESS.has(state.reason) && (
                <Button kind="outline" icon={RotateCw} onClick={again}>
                  {words.cameraAgain}
                </Button>
              )
            }
          >
            {client[state.reason]}
          </NoticeBox>
        ) : (
          <div className={css['view']}>
            <video ref={video} className={css['video']} muted playsInline aria-label={words.aim} />
            <span className={css['frame']} aria-hidden="true" />
            {state.is === 'looking' && <Torch stream={state.stream} />}
          </div>
        )}
        {problem ? (
          <NoticeBox tone="danger">{problem}</NoticeBox>
        ) : (
          state.is !== 'refused' && (
            <p className={css['hint']} role="status">
              {state.is === 'opening' ? words.cameraStarting : words.aim}
            </p>
          )
        )}
      </div>
    </Dialog>
  );
}

function Torch({ stream }: { readonly stream: MediaStream }) {
  const { station: words } = useMessages();
  const [on, setOn] = useState(false);
  if (!hasTorch(stream)) return null;
  const change = async () => {
    if (await setTorch(stream, !on)) setOn(!on);
  };
  return (
    <button type="button" className={css['torch']} aria-pressed={on} onClick={() => void change()}>
      <Icon of={Flashlight} />
      {words.torch}
    </button>
  );
}

/** A file input styled as a button: it needs no camera permission and no secure context. */
function PhotoButton({ onText }: { readonly onText: (text: string) => void }) {
  const { station: words, client } = useMessages();
  const [problem, setProblem] = useState<string>();
  const id = useId();
  const read = async (file: File) => {
    setProblem(undefined);
    let picture: ImageBitmap;
    try {
      picture = await createImageBitmap(file);
    } catch {
      return setProblem(words.photoBroken);
    }
    try {
      const text = await readQr(await qrReader(), picture);
      if (text) onText(text);
      else setProblem(words.photoNothing);
    } catch (error) {
      setProblem(client[cameraRefusal(error)]);
    } finally {
      picture.close();
    }
  };
  return (
    <>
      {problem && <NoticeBox tone="danger">{problem}</NoticeBox>}
      <input
        id={id}
        type="file"
        accept="image/*"
        className={`unseen ${css['file']}`}
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          // Cleared, so that the same photo can be chosen again.
          event.target.value = '';
          if (file) void read(file);
        }}
      />
      <label htmlFor={id} className={`${buttonClass('outline')} ${css['photo']}`}>
        <Icon of={ImageIcon} />
        <span>{words.photo}</span>
      </label>
    </>
  );
}
