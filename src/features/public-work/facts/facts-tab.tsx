import { useQuery } from '@tanstack/react-query';
import { FileUp, Keyboard } from 'lucide-react';
import { Loaded } from '@/components/shared/loaded';
import { TableSkeleton } from '@/components/shared/loading-state';
import { Button } from '@/components/ui/button';
import { useViewer } from '@/entities/viewer/use-viewer';
import { comparedQuery, factsQuery } from '@/features/public-work/facts/api/queries';
import { ComparedCard } from '@/features/public-work/facts/components/compared-card';
import { DifferencesCard } from '@/features/public-work/facts/components/differences-card';
import { IdentitiesCard } from '@/features/public-work/facts/components/identities-card';
import { ImportCard } from '@/features/public-work/facts/components/import-card';
import { PastFiles } from '@/features/public-work/facts/components/past-files';
import { TypingCard } from '@/features/public-work/facts/components/typing-card';
import { WeekBar } from '@/features/public-work/facts/components/week-bar';
import { useWeek } from '@/features/public-work/facts/use-week';
import { useAddressParams } from '@/lib/use-address-params';
import { useTranslation } from '@/lib/use-translation';

/** What the payroll system paid for a week, beside what we computed; typed or from its file. */
export function FactsTab() {
  const { t } = useTranslation('payroll-facts');
  const companyId = useViewer().company?.id ?? '';
  const week = useWeek();
  const [params, change] = useAddressParams();
  const mode = params.get('mode');
  const compared = useQuery(comparedQuery(companyId, week.weekEnd));
  const facts = useQuery(factsQuery(companyId, week.weekEnd));
  const close = () => change('mode', null);
  return (
    <div className="flex flex-col gap-5">
      <div className="flex flex-wrap items-end justify-between gap-3">
        <WeekBar week={week} />
        {mode === null && (
          <div className="flex flex-wrap gap-2 max-md:w-full">
            <Button className="max-md:grow" onClick={() => change('mode', 'type')}>
              <Keyboard aria-hidden="true" />
              {t('typing.open')}
            </Button>
            <Button
              variant="primary"
              className="max-md:grow"
              onClick={() => change('mode', 'import')}
            >
              <FileUp aria-hidden="true" />
              {t('import.open')}
            </Button>
          </div>
        )}
      </div>
      {mode === 'import' && (
        <ImportCard
          companyId={companyId}
          weekEnd={week.weekEnd}
          endsOn={week.endsOn}
          onClose={close}
        />
      )}
      {mode === null && <DifferencesCard companyId={companyId} />}
      <Loaded query={compared} skeleton={<TableSkeleton />} framed>
        {(rows) =>
          mode === 'type' ? (
            <Loaded query={facts} skeleton={<TableSkeleton />} framed>
              {(known) => (
                <TypingCard
                  key={week.weekEnd}
                  companyId={companyId}
                  weekEnd={week.weekEnd}
                  rows={rows}
                  facts={known}
                  onClose={close}
                />
              )}
            </Loaded>
          ) : (
            <ComparedCard
              companyId={companyId}
              weekEnd={week.weekEnd}
              rows={rows}
              onImport={() => change('mode', 'import')}
              onType={() => change('mode', 'type')}
            />
          )
        }
      </Loaded>
      {mode === null && (
        <>
          <PastFiles companyId={companyId} />
          <IdentitiesCard companyId={companyId} />
        </>
      )}
    </div>
  );
}
