import { useQuery } from '@tanstack/react-query';
import { EmptyState } from '@/components/shared/empty-state';
import { Loaded } from '@/components/shared/loaded';
import { ListSkeleton } from '@/components/shared/loading-state';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { useEmployee } from '@/entities/viewer/use-viewer';
import { ownCasesQuery } from '@/features/safety/api/queries';
import { useSaveForm } from '@/features/safety/use-save-form';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

/** Everyone may have the report about themselves. */
export default function OwnCases() {
  const { t } = useTranslation('safety');
  const format = useFormat();
  const employee = useEmployee();
  const cases = useQuery(ownCasesQuery(employee?.id ?? ''));
  const saveForm = useSaveForm(true);
  return (
    <Card>
      <Loaded query={cases} skeleton={<ListSkeleton />}>
        {(list) =>
          list.length === 0 ? (
            <EmptyState title={t('own.none')} text={t('own.noneText')} />
          ) : (
            <ul className="divide-y">
              {list.map((form) => (
                <li key={form.id} className="flex flex-wrap items-center gap-3 px-5 py-3">
                  <div className="min-w-0 flex-1">
                    <p className="font-[550]">{format.longDate(form.happened_on)}</p>
                    <p className="text-muted text-sm wrap-anywhere">{form.description}</p>
                    {form.voided_at && (
                      <p className="text-muted text-sm">
                        {t('log.voidedBecause', { reason: form.void_reason ?? '' })}
                      </p>
                    )}
                  </div>
                  <Button onClick={() => saveForm(form)}>{t('log.form')}</Button>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Card>
  );
}
