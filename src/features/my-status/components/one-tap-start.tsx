import { Play } from 'lucide-react';
import type { RecentWork } from '@/entities/recent-work/recent-work-query';
import { cn } from '@/lib/class-names';
import { useTranslation } from '@/lib/use-translation';

export interface OneTapStartProps {
  work: readonly (RecentWork & { scheduled?: string })[];
  disabled: boolean;
  onStart: (work: RecentWork) => void;
}

/** The last work, by project, cost code and class: one tap starts the clock. The first is the likeliest. */
export function OneTapStart({ work, disabled, onStart }: OneTapStartProps) {
  const { t } = useTranslation('my-status');
  return (
    <ul aria-label={t('oneTap.start')} className="grid gap-2">
      {work.map((item, index) => {
        const isFirst = index === 0;
        return (
          <li key={`${item.projectId}/${item.costCodeId}/${item.classificationId}`}>
            <button
              type="button"
              disabled={disabled}
              onClick={() => onStart(item)}
              className={cn(
                'touch-target flex w-full items-center gap-3.5 rounded-large border px-3.5 py-2.5 text-left transition-colors disabled:opacity-55',
                isFirst
                  ? // Over the lower half of a phone: a thumb in a glove finds it without looking.
                    'border-primary max-md:min-h-[34svh] max-md:flex-col max-md:justify-center max-md:text-center bg-primary text-primary-foreground enabled:hover:bg-primary-hover'
                  : 'border-border-strong bg-surface enabled:hover:bg-sunken',
              )}
            >
              <span
                className={cn(
                  'grid size-11 shrink-0 place-items-center rounded-full',
                  isFirst ? 'bg-surface/20 max-md:size-16' : 'bg-primary-soft text-primary',
                )}
              >
                <Play aria-hidden="true" className="size-5 fill-current" />
              </span>
              <span className={cn('min-w-0', isFirst ? 'md:flex-1' : 'flex-1')}>
                <span
                  className={cn(
                    'block break-words font-[620] text-md',
                    isFirst && 'max-md:font-[680] max-md:text-xl',
                  )}
                >
                  {t('oneTap.startOn', { project: item.projectName })}
                </span>
                {(item.costCode || item.classOfWork) && (
                  <span className={cn('block break-words text-sm', !isFirst && 'text-muted')}>
                    {[item.costCode, item.classOfWork].filter(Boolean).join(' · ')}
                  </span>
                )}
                {item.scheduled ? (
                  <span className="block font-[620] text-sm">
                    {t('oneTap.scheduled', { time: item.scheduled })}
                  </span>
                ) : (
                  isFirst && (
                    <span className="block font-[620] text-sm">{t('oneTap.lastUsed')}</span>
                  )
                )}
              </span>
            </button>
          </li>
        );
      })}
    </ul>
  );
}
