import type { ReactNode } from 'react';

/** A label and what stands for it; a dash where nothing does. */
export function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-muted text-xs">{label}</dt>
      <dd className="break-words text-sm">{children || '–'}</dd>
    </div>
  );
}
