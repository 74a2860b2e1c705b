import { CircleCheck, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { Card } from '@/components/ui/card';

export interface PartCardProps {
  icon: LucideIcon;
  title: string;
  aside?: ReactNode;
  done?: boolean;
  children?: ReactNode;
}

/** One part of the report: its name, the figure that matters, and what it is made of. */
export function PartCard({ icon: Icon, title, aside, done = true, children }: PartCardProps) {
  return (
    <Card>
      <header className="flex items-center gap-3 px-4 py-3">
        <Icon className="size-4.5 shrink-0 text-muted" aria-hidden="true" />
        <h2 className="flex-1 font-[620]">{title}</h2>
        <span className="tabular text-muted text-sm">{aside}</span>
        {done && (
          <CircleCheck className="size-4.5 shrink-0 text-success-strong" aria-hidden="true" />
        )}
      </header>
      {children && <div className="border-t px-4 py-3">{children}</div>}
    </Card>
  );
}

/** A line with its figure at the end. */
export function PartLine({ label, value }: { label: ReactNode; value: ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-3 py-0.5 text-sm">
      <span className="min-w-0">{label}</span>
      <span className="tabular shrink-0 text-muted">{value}</span>
    </div>
  );
}
