import type { ReactNode } from 'react';

/** One piece in its states. */
export function Specimen({ name, children }: { name: string; children: ReactNode }) {
  return (
    <section aria-label={name} className="border-t py-6">
      <h2 className="mb-3 font-[620] text-muted text-sm">{name}</h2>
      <div className="flex flex-wrap items-start gap-4">{children}</div>
    </section>
  );
}
