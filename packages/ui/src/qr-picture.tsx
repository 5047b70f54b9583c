// The QR code: black on white in every mode, four modules of quiet zone, no logo, one path.
import { memo } from 'react';
import { encode } from 'uqr';

/**
 * Any mask is lawful to a reader (ISO/IEC 18004, 7.8). Weighing all eight keeps plain content from looking like a finder;
 * signatures are noise under each of them, and the weighing is nine tenths of the work.
 */
const MASK = 7;

/**
 * Takes the code's text (QR alphanumeric) and what it is for a screen reader. The screen around it is drawn every second
 * and a code is much work for a slow phone, so it is drawn for a new text only.
 */
export const QrPicture = memo(function QrPicture({
  text,
  label,
  className,
}: {
  text: string;
  label: string;
  className?: string | undefined;
}) {
  const { data, size } = encode(text, { ecc: 'M', boostEcc: false, border: 4, maskPattern: MASK });
  const path = data
    .flatMap((row, y) => runsOf(row).map(([x, width]) => `M${x} ${y}h${width}v1h-${width}z`))
    .join('');
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      className={className}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
});

/** The dark runs of a row: start and width of each. */
function runsOf(row: readonly boolean[]): [number, number][] {
  const runs: [number, number][] = [];
  row.forEach((dark, x) => {
    const last = runs.at(-1);
    if (!dark) return;
    if (last && last[0] + last[1] === x) last[1] += 1;
    else runs.push([x, 1]);
  });
  return runs;
}
