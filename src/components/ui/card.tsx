import type { ComponentProps, ReactNode } from 'react';
import { cn } from '@/lib/class-names';

export function Card({ className, ...props }: ComponentProps<'section'>) {
  return (
    <section
      data-slot="card"
      className={cn('min-w-0 rounded-card border bg-surface', className)}
      {...props}
    />
  );
}

export interface CardHeaderProps {
  title: ReactNode;
  description?: ReactNode;
  /** Links or small buttons at the end of the line. */
  action?: ReactNode;
  id?: string;
  divided?: boolean;
}

export function CardHeader({ title, description, action, id, divided = false }: CardHeaderProps) {
  return (
    <div className={cn('flex flex-wrap items-center gap-3 px-5 py-3.5', divided && 'border-b')}>
      <div className={cn('min-w-0 grow', description ? 'basis-56' : 'basis-24')}>
        <h2 id={id} className="font-[620] text-base tracking-[-0.005em]">
          {title}
        </h2>
        {description && <p className="text-muted text-sm">{description}</p>}
      </div>
      {action}
    </div>
  );
}

export function CardBody({ className, ...props }: ComponentProps<'div'>) {
  return <div className={cn('px-5 py-4', className)} {...props} />;
}
