import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { DataTable } from '@/components/shared/data-table/data-table';
import { EmptyState } from '@/components/shared/empty-state';
import { Loaded } from '@/components/shared/loaded';
import { TableSkeleton } from '@/components/shared/loading-state';
import { Button } from '@/components/ui/button';
import { Dialog, DialogBody, DialogContent, DialogFooter } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { Select } from '@/components/ui/select';
import { useViewer } from '@/entities/viewer/use-viewer';
import { payrollRowsQuery } from '@/features/exports/api/queries';
import { premiumCsv, premiumOf } from '@/features/exports/files/premium-csv';
import { fullName } from '@/features/exports/payroll-record';
import { downloadFile } from '@/lib/files/download';
import { useFormat } from '@/lib/format-context';
import { useToday } from '@/lib/use-today';
import { useTranslation } from '@/lib/use-translation';

/** The first tax year with box 12 code TT. */
const FIRST_YEAR = 2025;

export interface PremiumYearProps {
  companyId: string;
  onClose: () => void;
}

/** What the FLSA itself requires for overtime, person by person: W-2, box 12, code TT. */
export default function PremiumYear({ companyId, onClose }: PremiumYearProps) {
  const { t } = useTranslation(['exports', 'common']);
  const format = useFormat();
  const thisYear = Number(
    useToday(useViewer().company?.time_zone ?? format.preferences.timeZone).slice(0, 4),
  );
  const years = Array.from({ length: thisYear - FIRST_YEAR + 1 }, (_, back) =>
    String(thisYear - back),
  );
  const [year, setYear] = useState(String(thisYear));
  const query = useQuery(
    payrollRowsQuery(companyId, { start: `${year}-01-01`, end: `${year}-12-31` }),
  );
  const { people, totalCents } = premiumOf(query.data ?? []);
  const save = () =>
    downloadFile(`overtime_premium_${year}.csv`, 'text/csv;charset=utf-8', premiumCsv(people));
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent title={t('premium.title')} description={t('premium.text')}>
        <DialogBody className="grid content-start gap-4">
          <Field label={t('premium.year')} className="max-w-40">
            <Select
              value={year}
              onValueChange={setYear}
              options={years.map((value) => ({ value, label: value }))}
            />
          </Field>
          <Loaded query={query} skeleton={<TableSkeleton rows={4} />}>
            <DataTable
              label={t('premium.title')}
              rows={people}
              rowKey={({ employee_id }) => employee_id}
              columns={[
                { id: 'name', header: t('column.name'), card: 'title', cell: fullName },
                {
                  id: 'premium',
                  header: t('column.premium'),
                  align: 'end',
                  card: 'aside',
                  cell: (row) => format.money(row.flsa_overtime_premium ?? 0),
                  total: format.moneyFromCents(totalCents),
                },
              ]}
              totalLabel={t('column.total')}
              empty={<EmptyState title={t('premium.empty')} className="py-8!" />}
            />
          </Loaded>
          <p className="text-muted text-sm">{t('premium.note')}</p>
        </DialogBody>
        <DialogFooter>
          <Button onClick={onClose}>{t('common:action.close')}</Button>
          <Button variant="primary" disabled={people.length === 0} onClick={save}>
            {t('premium.save')}
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}
