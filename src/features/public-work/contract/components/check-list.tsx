import { CircleAlert, TriangleAlert } from 'lucide-react';
import { CardLink } from '@/components/shared/card-link';
import { Button } from '@/components/ui/button';
import type { Check } from '@/features/public-work/contract/api/queries';
import { useFillClasses } from '@/features/public-work/contract/api/writes';
import { placeOf } from '@/features/public-work/contract/check-places';
import { useCheckText } from '@/features/public-work/contract/use-check-text';
import { useFormat } from '@/lib/format-context';
import { useToday } from '@/lib/use-today';
import { useTranslation } from '@/lib/use-translation';

/** Each in words, with the link to where it is fixed. */
export function CheckList({ checks }: { checks: readonly Check[] }) {
  const { t } = useTranslation('public-contract');
  const textOf = useCheckText();
  const fill = useFillClasses();
  const today = useToday(useFormat().preferences.timeZone);
  return (
    <ul>
      {checks.map((check) => {
        const { title, why } = textOf(check);
        const Icon = check.severity === 'error' ? CircleAlert : TriangleAlert;
        const verb = t(check.severity === 'error' ? 'check.fix' : 'check.review');
        return (
          <li
            key={`${check.code} ${check.subject}`}
            className="flex min-h-11 items-start gap-3 border-b px-5 py-2.5 text-sm last:border-0"
          >
            <Icon
              className={`mt-0.5 size-4 shrink-0 ${check.severity === 'error' ? 'text-danger' : 'text-attention-strong'}`}
              aria-label={t(`check.${check.severity}`)}
            />
            <span className="min-w-0 flex-1">
              {title}
              {why && <span className="block text-muted text-xs">{why}</span>}
            </span>
            {check.code === 'time_without_class' && check.first_date && (
              <Button
                size="inline"
                variant="link"
                busy={fill.isPending}
                onClick={() =>
                  fill.mutate({
                    projectId: check.project_id,
                    start: check.first_date ?? today,
                    end: today,
                  })
                }
              >
                {t('check.fill')}
              </Button>
            )}
            <CardLink to={placeOf(check, today)} aria-label={`${verb}: ${title}`}>
              {verb}
            </CardLink>
          </li>
        );
      })}
    </ul>
  );
}
