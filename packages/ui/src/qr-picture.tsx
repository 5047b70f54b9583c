// A QR code on the screen: black on white in every mode, a quiet zone of four modules, no logo, one SVG path.
import { memo } from 'react';
import { encode } from 'uqr';

/**
 * Readers accept any mask (ISO/IEC 18004, 7.8). Evaluating all eight keeps plain content from looking like a finder
 * pattern. Signatures are noise under every mask, and the evaluation takes nine tenths of the time.
 */
const MASK = 7;

/** For signed text that is drawn often on a slow phone. */
const NOISE = { boostEcc: false, maskPattern: MASK } as const;

/**
 * Draws a text; `label` describes it to screen readers. Set `noise` if the text looks like noise. Memoised, because
 * the screen around it may render every second.
 */
export const QrPicture = memo(function QrPicture({
  text,
  label,
  className,
  noise = false,
}: {
  readonly text: string;
  readonly label: string;
  readonly className?: string | undefined;
  readonly noise?: boolean;
}) {
  const { data, size } = encode(text, { ecc: 'M', border: 4, ...(noise ? NOISE : {}) });
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
