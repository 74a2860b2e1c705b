import { cn } from '@/lib/class-names';

export type StatusTone = 'running' | 'attention' | 'success' | 'danger' | 'primary' | 'idle';

const tones: Record<StatusTone, string> = {
  running: 'bg-running',
  attention: 'bg-attention',
  success: 'bg-success',
  danger: 'bg-danger',
  primary: 'bg-primary',
  idle: 'bg-faint',
};

export interface StatusDotProps {
  tone: StatusTone;
  /** Spoken; leave out only where the same words stand beside the dot. */
  label?: string;
  pulse?: boolean;
  className?: string;
}

export function StatusDot({ tone, label, pulse = false, className }: StatusDotProps) {
  return (
    <span className={cn('relative inline-flex size-2.25 shrink-0', className)}>
      {pulse && (
        <span
          aria-hidden="true"
          className={cn(
            'absolute inset-0 rounded-full opacity-60 motion-safe:animate-ping',
            tones[tone],
          )}
        />
      )}
      <span aria-hidden="true" className={cn('relative size-full rounded-full', tones[tone])} />
      {label && <span className="sr-only">{label}</span>}
    </span>
  );
}
