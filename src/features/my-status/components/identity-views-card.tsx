import { useQuery } from '@tanstack/react-query';
import { FirstFew } from '@/components/shared/first-few';
import { Card, CardHeader } from '@/components/ui/card';
import { useEmployee } from '@/entities/viewer/use-viewer';
import { identityViewsQuery } from '@/features/my-status/api/queries';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

const SHOWN_AT_FIRST = 3;

/** The receipt: who read the person's last four digits, when and what for. */
export function IdentityViewsCard() {
  const { t } = useTranslation('payroll-facts');
  const format = useFormat();
  const me = useEmployee();
  const views = useQuery({ ...identityViewsQuery(me?.id ?? ''), enabled: me !== null }).data ?? [];
  if (views.length === 0) return null;
  return (
    <Card aria-labelledby="identity-views">
      <CardHeader
        id="identity-views"
        title={t('mine.title')}
        description={t('mine.text')}
        divided
      />
      <FirstFew
        items={views}
        count={SHOWN_AT_FIRST}
        allLabel={t('mine.all', { count: views.length })}
        fewerLabel={t('mine.fewer')}
      >
        {(view) => (
          <li
            key={view.id}
            className="grid gap-0.5 border-t px-5 py-3 text-sm first:border-t-0 max-md:px-4"
          >
            <p className="flex flex-wrap justify-between gap-x-3">
              <span className="font-[550]">{view.viewer_name || t('mine.someone')}</span>
              <time dateTime={view.viewed_at} className="tabular text-muted">
                {format.dateTime(view.viewed_at)}
              </time>
            </p>
            <p className="[overflow-wrap:anywhere]">{t('mine.why', { purpose: view.purpose })}</p>
          </li>
        )}
      </FirstFew>
    </Card>
  );
}
