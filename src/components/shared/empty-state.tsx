import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { cn } from '@/lib/class-names';

export interface EmptyStateProps {
  icon?: LucideIcon;
  title: string;
  /** Where the page says nothing else. */
  titleAs?: 'p' | 'h1';
  /** One line of why. */
  text?: ReactNode;
  /** The button that fills it. */
  action?: ReactNode;
  className?: string;
}

export function EmptyState({
  icon: Icon,
  title,
  titleAs: Title = 'p',
  text,
  action,
  className,
}: EmptyStateProps) {
  return (
    <div className={cn('flex flex-col items-center gap-1 px-6 py-12 text-center', className)}>
      {Icon && (
        <span className="mb-3 grid size-12 place-items-center rounded-full bg-sunken text-muted ring-1 ring-border ring-inset">
          <Icon className="size-5.5" aria-hidden="true" />
        </span>
      )}
      <Title className="font-[620]">{title}</Title>
      {text && <p className="max-w-prose text-balance text-muted text-sm">{text}</p>}
      {action && <div className="mt-4 flex flex-wrap justify-center gap-2">{action}</div>}
    </div>
  );
}
