import { useQuery } from '@tanstack/react-query';
import { FileUp, Keyboard } from 'lucide-react';
import type { ReactNode } from 'react';
import { Loaded } from '@/components/shared/loaded';
import { TableSkeleton } from '@/components/shared/loading-state';
import { Button } from '@/components/ui/button';
import { useViewer } from '@/entities/viewer/use-viewer';
import { comparedQuery, type FactSpan, factsQuery } from '@/features/public-work/facts/api/queries';
import { ComparedCard } from '@/features/public-work/facts/components/compared-card';
import { DifferencesCard } from '@/features/public-work/facts/components/differences-card';
import { ImportCard } from '@/features/public-work/facts/components/import-card';
import { PastFiles } from '@/features/public-work/facts/components/past-files';
import { TypingCard } from '@/features/public-work/facts/components/typing-card';
import { weekDayOf } from '@/lib/time';
import { useAddressParams } from '@/lib/use-address-params';
import { useTranslation } from '@/lib/use-translation';

interface FactsViewProps {
  span: FactSpan;
  /** Which week or pay period. */
  bar: ReactNode;
  /** What stands below everything else. */
  below?: ReactNode;
}

/** What the payroll system paid, beside what we computed; typed or from its file. */
export function FactsView({ span, bar, below }: FactsViewProps) {
  const { t } = useTranslation('payroll-facts');
  const companyId = useViewer().company?.id ?? '';
  const [params, change] = useAddressParams();
  const mode = params.get('mode');
  const compared = useQuery(comparedQuery(companyId, span));
  const facts = useQuery(factsQuery(companyId, span));
  const close = () => change('mode', null);
  return (
    <div className="flex flex-col gap-5">
      <div className="flex flex-wrap items-end justify-between gap-3">
        {bar}
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
          span={span}
          endsOn={weekDayOf(span.weekEnd)}
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
                  key={`${span.periodStart} ${span.weekEnd}`}
                  companyId={companyId}
                  span={span}
                  rows={rows}
                  facts={known}
                  onClose={close}
                />
              )}
            </Loaded>
          ) : (
            <ComparedCard
              companyId={companyId}
              span={span}
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
          {below}
        </>
      )}
    </div>
  );
}
