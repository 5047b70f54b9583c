// A QR code to be read off the screen: black on white in both appearances, four modules of quiet zone, one path.
import { memo } from 'react';
import { encode } from 'uqr';
import css from './qr-picture.module.css';

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

/** Takes the text in it, and what it is for a screen reader. */
export const QrPicture = memo(function QrPicture({
  text,
  label,
}: {
  readonly text: string;
  readonly label: string;
}) {
  const { data, size } = encode(text, { ecc: 'M', border: 4 });
  const path = data
    .flatMap((row, y) => runsOf(row).map(([x, width]) => `M${x} ${y}h${width}v1h-${width}z`))
    .join('');
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      className={css['qr']}
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
});
