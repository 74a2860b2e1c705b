import { CircleAlert, CircleCheck, Info, type LucideIcon, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { cn } from '@/lib/class-names';

export interface NoticeProps {
  tone?: 'info' | 'success' | 'attention' | 'danger';
  title?: ReactNode;
  children?: ReactNode;
  action?: ReactNode;
  className?: string;
}

const looks: Record<NonNullable<NoticeProps['tone']>, { icon: LucideIcon; classes: string }> = {
  info: { icon: Info, classes: 'border-primary/25 bg-primary-soft [&>svg]:text-primary' },
  success: {
    icon: CircleCheck,
    classes: 'border-success/30 bg-success-soft [&>svg]:text-success-strong',
  },
  attention: {
    icon: TriangleAlert,
    classes: 'border-attention/40 bg-attention-soft [&>svg]:text-attention-strong',
  },
  danger: { icon: CircleAlert, classes: 'border-danger/30 bg-danger-soft [&>svg]:text-danger' },
};

/** A message that stays, in the page. Failures are announced at once, the rest politely. */
export function Notice({ tone = 'info', title, children, action, className }: NoticeProps) {
  const { icon: Icon, classes } = looks[tone];
  return (
    <div
      role={tone === 'danger' ? 'alert' : 'status'}
      className={cn(
        'flex items-start gap-3 rounded-card border px-4 py-3 text-sm',
        classes,
        className,
      )}
    >
      <Icon className="mt-0.5 size-4.5 shrink-0" aria-hidden="true" />
      <div className="flex min-w-0 flex-1 flex-wrap items-start gap-x-3 gap-y-2">
        <div className="min-w-[min(100%,14rem)] flex-1 wrap-break-word">
          {title && <p className="font-[620]">{title}</p>}
          {children}
        </div>
        {action}
      </div>
    </div>
  );
}
