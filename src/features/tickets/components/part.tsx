import type { ReactNode } from 'react';

/** A part of the ticket with its heading, as on the paper form. */
export function Part({
  title,
  aside,
  children,
}: {
  title: string;
  aside?: ReactNode;
  children: ReactNode;
}) {
  return (
    <section aria-label={title} className="grid gap-1.5">
      <div className="flex min-h-9 items-center justify-between gap-3 px-0.5">
        <h2 className="font-[620] text-muted text-sm">{title}</h2>
        {aside && <span className="text-muted text-sm">{aside}</span>}
      </div>
      {children}
    </section>
  );
}
