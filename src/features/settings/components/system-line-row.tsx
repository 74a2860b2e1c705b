import { CircleCheck, CircleMinus, CircleX, type LucideIcon, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Badge, type BadgeTone } from '@/components/ui/badge';
import type { SystemLine } from '@/features/settings/api/system';
import { lineText } from '@/features/settings/components/system-values';
import { cn } from '@/lib/class-names';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

interface StateStyle {
  icon: LucideIcon;
  color: string;
  tone: BadgeTone;
}

const STATE_STYLES: Record<SystemLine['state'], StateStyle> = {
  ok: { icon: CircleCheck, color: 'text-success-strong', tone: 'success' },
  warning: { icon: TriangleAlert, color: 'text-attention-strong', tone: 'attention' },
  error: { icon: CircleX, color: 'text-danger', tone: 'danger' },
  off: { icon: CircleMinus, color: 'text-muted', tone: 'neutral' },
};

export interface SystemLineRowProps {
  line: SystemLine;
  now: Date;
  /** What can be done right here, and what is behind the line. */
  children?: ReactNode;
}

/** State by icon and word, what is, and what to do. */
export function SystemLineRow({ line, now, children }: SystemLineRowProps) {
  const { t } = useTranslation('system');
  const format = useFormat();
  const { icon: Icon, color, tone } = STATE_STYLES[line.state];
  const { title, text, fix } = lineText(line, format, now);
  return (
    <li className="flex gap-3 py-3.5 first:pt-0 last:pb-0">
      <Icon className={cn('mt-0.5 size-5 shrink-0', color)} aria-hidden="true" />
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
          <h3 className="font-[620] text-sm">{title}</h3>
          <Badge tone={tone}>{t(`state.${line.state}`)}</Badge>
        </div>
        <p className="text-sm [overflow-wrap:anywhere]">{text}</p>
        {fix && (
          <p className="mt-1 text-muted text-sm [overflow-wrap:anywhere]">
            <span className="font-[620] text-foreground">{t('whatToDo')}</span> {fix}
          </p>
        )}
        {children}
      </div>
    </li>
  );
}
