import { StatusDot } from '@/components/shared/status-dot';
import { Badge } from '@/components/ui/badge';
import { useTranslation } from '@/lib/use-translation';

/** The other half of the sign-in screen: what one signs in for. */
export function Pitch() {
  const { t } = useTranslation('auth');
  return (
    <aside className="flex flex-col justify-center gap-6.5 border-l bg-sunken px-16 py-14 max-lg:hidden">
      <div aria-hidden="true" className="max-w-[430px] rounded-card border bg-surface px-5 py-4.5">
        <p className="text-muted text-xs">{t('pitch.job')}</p>
        <p className="tabular my-1 font-[660] text-[52px] text-running-strong leading-tight tracking-[-0.03em]">
          03:41:07
        </p>
        <Badge tone="running">
          <StatusDot tone="running" />
          {t('pitch.since')}
        </Badge>
      </div>
      <div className="max-w-[430px]">
        <p className="font-[680] text-[28px] leading-[1.2] tracking-[-0.02em]">
          {t('pitch.line1')}
          <br />
          {t('pitch.line2')}
        </p>
        <p className="mt-3 text-muted">{t('pitch.text')}</p>
      </div>
    </aside>
  );
}
