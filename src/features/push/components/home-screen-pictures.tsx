import type { ReactNode } from 'react';

/** Drawn by hand: lines of the system's own icons, in the colors of the theme. The text beside them says the same. */
function Picture({ children }: { children: ReactNode }) {
  return (
    <svg
      viewBox="0 0 120 84"
      aria-hidden="true"
      className="h-auto w-28 shrink-0 text-muted sm:w-full sm:max-w-40"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      {children}
    </svg>
  );
}

const accent = 'stroke-primary';

/** The square with an arrow that points up, centered at the given point. */
function ShareIcon({ x, y }: { x: number; y: number }) {
  return (
    <g className={accent} transform={`translate(${x - 9} ${y - 12})`}>
      <path d="M5 9H2.5A1.5 1.5 0 0 0 1 10.5v10A1.5 1.5 0 0 0 2.5 22h13a1.5 1.5 0 0 0 1.5-1.5v-10A1.5 1.5 0 0 0 15.5 9H13" />
      <path d="M9 15V1.5M5.5 5 9 1.5 12.5 5" />
    </g>
  );
}

/** The frame of a screen, with a bar below or above. */
function Screen({ bar }: { bar: 'above' | 'below' }) {
  const y = bar === 'above' ? 30 : 52;
  return (
    <>
      <rect x="4" y="3" width="112" height="78" rx="10" className="fill-surface" />
      <path d={`M4 ${y}h112`} />
    </>
  );
}

/** Up to 18: the share button in the bar of Safari; on an iPad, and in other browsers, above. */
export function ShareBarPicture({ above = false }: { above?: boolean }) {
  const middle = above ? 17 : 67;
  return (
    <Picture>
      <Screen bar={above ? 'above' : 'below'} />
      {above ? (
        <rect x="14" y="10" width="66" height="14" rx="7" />
      ) : (
        <path d="M18 60l-6 7 6 7M40 60l6 7-6 7M86 61v12M92 61v12M104 62h-5v11h10V62z" />
      )}
      <ShareIcon x={above ? 98 : 66} y={middle} />
    </Picture>
  );
}

/** Since 26: Share is in the menu behind the three dots. */
export function MoreMenuPicture() {
  return (
    <Picture>
      <Screen bar="below" />
      <rect x="14" y="58" width="66" height="17" rx="8.5" />
      <circle cx="98" cy="66.5" r="10" className={accent} />
      <path className={accent} d="M93 66.5h.01M98 66.5h.01M103 66.5h.01" strokeWidth="3.5" />
      <rect x="44" y="9" width="66" height="36" rx="8" className="fill-surface" />
      <ShareIcon x={60} y={27} />
      <path d="M78 22h22M78 31h14" />
    </Picture>
  );
}

/** The line with a plus in a square. */
export function AddItemPicture() {
  return (
    <Picture>
      <rect x="4" y="3" width="112" height="78" rx="10" className="fill-surface" />
      <path d="M14 18h44M14 66h52M100 12h6v8h-8v-6zM98 60h10v10H98z" />
      <rect x="10" y="28" width="100" height="28" rx="7" className={accent} />
      <path className={accent} d="M18 42h46" strokeWidth="3.5" />
      <rect x="86" y="34" width="16" height="16" rx="4" className={accent} />
      <path className={accent} d="M94 38v8M90 42h8" />
    </Picture>
  );
}

/** The app among others. */
export function HomeIconPicture() {
  return (
    <Picture>
      <rect x="4" y="3" width="112" height="78" rx="10" className="fill-surface" />
      {[16, 48, 80].flatMap((x) =>
        [12, 46].map((y) => (
          <rect key={`${x} ${y}`} x={x} y={y} width="24" height="24" rx="6" opacity="0.5" />
        )),
      )}
      <rect x="48" y="12" width="24" height="24" rx="6" className="fill-primary stroke-primary" />
      <path className="stroke-primary-foreground" d="M54 29 65 18" strokeWidth="3.5" />
    </Picture>
  );
}
