import { formatDuration } from '@/lib/duration';
import { useTranslation } from '@/lib/use-translation';

export interface HourBarsProps {
  title: string;
  rows: readonly { key: string; label: string; seconds: number }[];
}

/** Where hours went, longest first, with the figures written out. */
export function HourBars({ title, rows }: HourBarsProps) {
  const { t } = useTranslation('projects');
  const most = Math.max(1, ...rows.map(({ seconds }) => seconds));
  return (
    <section>
      <h2 className="mb-2 font-[620] text-sm">{title}</h2>
      {rows.length === 0 && <p className="text-muted text-sm">{t('details.noTime')}</p>}
      <ul className="flex flex-col gap-2.5 text-sm">
        {rows.map(({ key, label, seconds }) => (
          <li key={key}>
            <div className="flex justify-between gap-3">
              <span className="truncate">{label}</span>
              <span className="tabular shrink-0">{formatDuration(seconds)}</span>
            </div>
            <div className="mt-1 h-1.5 rounded-full bg-border">
              <div
                className="h-full rounded-full bg-primary"
                style={{ width: `${(seconds / most) * 100}%` }}
              />
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
