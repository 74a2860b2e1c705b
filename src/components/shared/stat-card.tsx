import { TrendingDown, TrendingUp } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { Card } from '@/components/ui/card';
import { cn } from '@/lib/class-names';

export interface StatCardProps {
  label: string;
  value: ReactNode;
  /** One short line below: the change, or what the figure is made of. */
  detail?: ReactNode;
  trend?: 'up' | 'down' | 'none';
  /** Green and red are for better and worse; which way is better is the caller's to say. */
  tone?: 'good' | 'bad' | 'neutral';
  /** Numbers are links to the rows behind them. */
  to?: string;
}

const tones = { good: 'text-success-strong', bad: 'text-danger', neutral: 'text-muted' };

export function StatCard({
  label,
  value,
  detail,
  trend = 'none',
  tone = 'neutral',
  to,
}: StatCardProps) {
  const Trend = { up: TrendingUp, down: TrendingDown, none: null }[trend];
  return (
    <Card className="relative px-5 py-4.5 has-[a:hover]:border-border-strong max-sm:px-4 max-sm:py-3.5">
      <p className="text-muted text-sm">
        {to ? (
          <Link to={to} className="after:absolute after:inset-0 after:rounded-card">
            {label}
          </Link>
        ) : (
          label
        )}
      </p>
      <p
        className={cn(
          'tabular mt-1.5 font-[660] text-stat tracking-[-0.03em] [overflow-wrap:anywhere]',
          // "473 h 59 min" stays on one line of a phone.
          String(value).length > 10 ? 'max-sm:text-lg' : 'max-sm:text-xl',
        )}
      >
        {value}
      </p>
      {detail && (
        <p className={cn('mt-0.5 flex items-center gap-1 text-xs', tones[tone])}>
          {Trend && <Trend className="size-3.5 shrink-0" aria-hidden="true" />}
          {detail}
        </p>
      )}
    </Card>
  );
}

/** Two per row on phones, four on wide screens. */
export function StatCards({ children }: { children: ReactNode }) {
  return (
    <div className="grid grid-cols-2 gap-3 sm:gap-4 xl:grid-cols-4 max-[339px]:grid-cols-1">
      {children}
    </div>
  );
}
