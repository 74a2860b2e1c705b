import { useQuery } from '@tanstack/react-query';
import { Hash } from 'lucide-react';
import { useState } from 'react';
import { DataTable } from '@/components/shared/data-table/data-table';
import { EmptyState } from '@/components/shared/empty-state';
import { Loaded } from '@/components/shared/loaded';
import { TableSkeleton } from '@/components/shared/loading-state';
import { Button } from '@/components/ui/button';
import { Card, CardHeader } from '@/components/ui/card';
import { useBookableCostCodes } from '@/entities/cost-code/cost-codes-query';
import { useViewer } from '@/entities/viewer/use-viewer';
import { codeClassesQuery, type Determination } from '@/features/public-work/contract/api/queries';
import { useMapCode } from '@/features/public-work/contract/api/writes';
import { type CurrentClass, currentOf } from '@/features/public-work/contract/classes';
import { ClassPicker } from '@/features/public-work/contract/components/class-picker';
import { useTranslation } from '@/lib/use-translation';

const SHOWN_AT_ONCE = 12;

export interface MapCardProps {
  projectId: string;
  determinations: readonly Determination[];
  classes: readonly CurrentClass[];
}

/** Work on a cost code belongs to a class, where nobody chose another. */
export function CodesCard({ projectId, determinations, classes }: MapCardProps) {
  const { t } = useTranslation('public-contract');
  const companyId = useViewer().company?.id ?? '';
  const map = useQuery(codeClassesQuery(companyId, projectId));
  const { bookableOn } = useBookableCostCodes();
  const choose = useMapCode(companyId, projectId);
  const codes = bookableOn(projectId);
  const [showsAll, setShowsAll] = useState(false);
  const isMapped = ({ id }: { id: string }): boolean =>
    map.data?.some(({ cost_code_id }) => cost_code_id === id) ?? false;
  // Those with a class first: a company has many codes, a site works on a few.
  const ordered = [...codes.filter(isMapped), ...codes.filter((code) => !isMapped(code))];
  const shown = showsAll ? codes : ordered.slice(0, SHOWN_AT_ONCE);
  return (
    <Card id="codes">
      <CardHeader divided title={t('codes.title')} description={t('codes.text')} />
      <Loaded query={map} skeleton={<TableSkeleton rows={4} />}>
        {(rows) => (
          <DataTable
            label={t('codes.title')}
            rows={shown}
            rowKey={({ id }) => id}
            empty={<EmptyState icon={Hash} title={t('codes.empty')} text={t('codes.emptyText')} />}
            columns={[
              {
                id: 'code',
                header: t('codes.code'),
                card: 'title',
                cell: ({ code, name }) => (
                  <>
                    <span className="tabular text-muted">{code}</span> {name}
                  </>
                ),
              },
              {
                id: 'class',
                header: t('codes.class'),
                className: 'w-3/5',
                cell: ({ id, code, name }) => {
                  const opened = rows.find(({ cost_code_id }) => cost_code_id === id) ?? null;
                  const chosen = currentOf(
                    determinations,
                    classes,
                    opened?.classification_id ?? null,
                  );
                  return (
                    <>
                      <ClassPicker
                        size="compact"
                        className="w-full"
                        aria-label={t('codes.classOf', { code: `${code} ${name}` })}
                        aria-invalid={chosen?.hasEnded || undefined}
                        placeholder={t('codes.none')}
                        clearLabel={t('codes.none')}
                        classes={classes}
                        value={chosen?.id ?? null}
                        disabled={choose.isPending && choose.variables?.costCodeId === id}
                        onValueChange={(classificationId) =>
                          classificationId !== (chosen?.id ?? null) &&
                          choose.mutate({ costCodeId: id, classificationId, opened })
                        }
                      />
                      {chosen?.hasEnded && (
                        <p className="mt-1 text-danger text-xs">{t('wrong.classEnded')}</p>
                      )}
                    </>
                  );
                },
              },
            ]}
          />
        )}
      </Loaded>
      {codes.length > SHOWN_AT_ONCE && (
        <div className="border-t px-5 py-2">
          <Button size="small" variant="ghost" onClick={() => setShowsAll(!showsAll)}>
            {showsAll ? t('codes.fewer') : t('codes.all', { count: codes.length })}
          </Button>
        </div>
      )}
    </Card>
  );
}
