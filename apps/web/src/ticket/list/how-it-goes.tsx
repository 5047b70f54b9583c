// Three small pictures of how a ticket is used. They say nothing that the words beside them do not, so screen readers skip them.

const FRAME = { viewBox: '0 0 72 56', width: 72, height: 56, fill: 'none', 'aria-hidden': true } as const;
const LINE = {
  stroke: 'currentColor',
  strokeWidth: 2,
  strokeLinecap: 'round',
  strokeLinejoin: 'round',
} as const;
const PAPER = { ...LINE, fill: 'var(--stock)' } as const;
const MARK = { ...LINE, stroke: 'var(--accent)', strokeWidth: 2.5 } as const;

/** A ticket falls into a phone. */
export const AddPicture = () => (
  <svg {...FRAME}>
    <rect x="22" y="16" width="28" height="38" rx="5" {...PAPER} />
    <path d="M32 49h8" {...LINE} />
    <path d="M20 4h32v7a3 3 0 0 0 0 6v7H20v-7a3 3 0 0 0 0-6z" {...PAPER} />
    <path d="M43 6v2m0 4v2m0 4v2" {...LINE} />
    <path d="M36 29v12m-5-5 5 5 5-5" {...MARK} />
  </svg>
);

/** The stub is torn off a ticket. */
export const UsePicture = () => (
  <svg {...FRAME}>
    <path d="M6 16h34v24H6v-8a4 4 0 0 0 0-8z" {...PAPER} />
    <path d="m45 14 21 5-1.6 7a4 4 0 0 0-1.7 7.800L61 41l-21-5z" transform="translate(2 1)" {...PAPER} />
    <path d="m15 28 5 5 10-10" {...MARK} />
  </svg>
);

/** A phone with a code is held over a gate's reader. */
export const GatePicture = () => (
  <svg {...FRAME}>
    <path d="M14 54V40a4 4 0 0 1 4-4h36a4 4 0 0 1 4 4v14" {...PAPER} />
    <path d="M27 43h18" {...MARK} />
    <rect x="24" y="3" width="24" height="26" rx="4" {...PAPER} />
    <path d="M30 9h4v4h-4zm8 0h4v4h-4zm-8 9h4v4h-4zm8 0h4v4h-4z" {...LINE} strokeWidth={1.75} />
    <path d="M36 31.500v2" {...MARK} />
  </svg>
);

/** A phone shows a ticket with a tick. */
export const ShowPicture = () => (
  <svg {...FRAME}>
    <rect x="22" y="3" width="28" height="50" rx="5" {...PAPER} />
    <path d="M32 48h8" {...LINE} />
    <path d="M27 13h18v6a3 3 0 0 0 0 6v6H27v-6a3 3 0 0 0 0-6z" {...PAPER} />
    <path d="m32 22 3 3 6-6" {...MARK} />
  </svg>
);
