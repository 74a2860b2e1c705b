import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { lateDialog } from '@/components/shared/late-dialog';
import { Button } from '@/components/ui/button';
import { deviceKeysQuery, signaturesQuery } from '@/entities/signed-timesheet/queries';
import { SheetPicture } from '@/entities/signed-timesheet/sheet-picture';
import SignedVersions from '@/entities/signed-timesheet/signed-versions';
import { useEndDeviceKey } from '@/entities/signed-timesheet/writes';
import type { DateRange } from '@/lib/time';
import { useTranslation } from '@/lib/use-translation';

const PaperDialog = lateDialog(() => import('@/entities/signed-timesheet/paper-dialog'));

interface Props {
  companyId: string;
  employeeId: string;
  name: string;
  range: DateRange;
}

/** For managers: how somebody's period was signed, and what changed since. */
export default function OfficeSignature({ companyId, employeeId, name, range }: Props) {
  const { t } = useTranslation('signed-timesheet');
  const { data: signatures } = useQuery(signaturesQuery(companyId, employeeId, range));
  const { data: keys = [] } = useQuery(deviceKeysQuery(companyId, employeeId));
  const end = useEndDeviceKey();
  const [attaching, setAttaching] = useState(false);
  const [newest] = signatures ?? [];
  const key = keys.find(({ id }) => id === newest?.device_key_id);
  const isOpen = signatures !== undefined && (!newest || newest.invalidated_at !== null);
  return (
    <section className="mb-4 border-b pb-4" aria-label={t('office.title')}>
      <h3 className="mb-1 font-[620] text-sm">{t('office.title')}</h3>
      <SignedVersions companyId={companyId} employeeId={employeeId} range={range} />
      <div className="mt-2 flex flex-wrap gap-2">
        {newest?.paper_path && <SheetPicture path={newest.paper_path} />}
        {key && !key.ended_at && (
          <Button size="small" busy={end.isPending} onClick={() => end.mutate(key.id)}>
            {t('office.removeDevice')}
          </Button>
        )}
        {isOpen && (
          <Button size="small" onClick={() => setAttaching(true)}>
            {t('office.attach')}
          </Button>
        )}
      </div>
      {attaching && (
        <Suspense>
          <PaperDialog
            {...{ companyId, employeeId, name, range }}
            onClose={() => setAttaching(false)}
          />
        </Suspense>
      )}
    </section>
  );
}
