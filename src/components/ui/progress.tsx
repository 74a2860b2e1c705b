import { cn } from '@/lib/class-names';

export interface ProgressProps {
  /** 0 to 100. */
  value: number;
  label: string;
  tone?: 'primary' | 'running' | 'success' | 'attention' | 'danger';
  className?: string;
}

const tones = {
  primary: 'bg-primary',
  running: 'bg-running',
  success: 'bg-success',
  attention: 'bg-attention',
  danger: 'bg-danger',
};

export function Progress({ value, label, tone = 'primary', className }: ProgressProps) {
  const percent = Math.min(100, Math.max(0, Math.round(value)));
  return (
    <div
      role="progressbar"
      aria-valuenow={percent}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-label={label}
      className={cn('h-1.5 overflow-hidden rounded-full bg-border', className)}
    >
      <div className={cn('h-full rounded-full', tones[tone])} style={{ width: `${percent}%` }} />
    </div>
  );
}
