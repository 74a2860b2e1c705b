import { CalendarPlus } from 'lucide-react';
import { Suspense } from 'react';
import { Link } from 'react-router';
import { lateDialog } from '@/components/shared/late-dialog';
import { PageHeader } from '@/components/shared/page-header';
import { Button } from '@/components/ui/button';
import { useIsPrivileged, useViewer } from '@/entities/viewer/use-viewer';
import { MyTimeOff } from '@/features/time-off/components/my-time-off';
import { RequestInbox } from '@/features/time-off/components/request-inbox';
import { loadNamespaces } from '@/lib/i18n';
import { queryKeys } from '@/lib/query-keys';
import { useAddressParams } from '@/lib/use-address-params';
import { useLiveTable } from '@/lib/use-live-table';
import { useTranslation } from '@/lib/use-translation';

const RequestDialog = lateDialog(async () => ({
  default: (await import('@/entities/time-off/request-dialog')).RequestDialog,
}));
const HolidaysDialog = lateDialog(async () => ({
  default: (await import('@/features/time-off/components/holidays-dialog')).HolidaysDialog,
}));
const RulesDialog = lateDialog(async () => {
  // Whom a kind is for is chosen as for bulletins.
  const [{ RulesDialog: dialog }] = await Promise.all([
    import('@/features/time-off/components/rules-dialog'),
    loadNamespaces(['bulletin']),
  ]);
  return { default: dialog };
});

/** Managers decide about requests with the crew's calendar beside it; everyone has their own here. */
export function TimeOffScreen() {
  const { t } = useTranslation('time-off');
  const { company } = useViewer();
  const companyId = company?.id ?? '';
  const manages = useIsPrivileged();
  const [params, change] = useAddressParams();
  const live = companyId ? `company_id=eq.${companyId}` : null;
  useLiveTable({ table: 'time_off_requests', filter: live, stale: [queryKeys.timeOff] });
  useLiveTable({ table: 'time_off_types', filter: live, stale: [queryKeys.timeOff] });
  const dialog = params.get('dialog');
  const close = () => change('dialog', null);
  return (
    <>
      <PageHeader
        title={t('title')}
        actions={
          <>
            <Button asChild>
              <Link to="/scheduling">{t('toSchedule')}</Link>
            </Button>
            <Button onClick={() => change('dialog', 'holidays')}>{t('holidays.title')}</Button>
            {manages && (
              <Button onClick={() => change('dialog', 'rules')}>{t('rules.title')}</Button>
            )}
            <Button variant="primary" onClick={() => change('dialog', 'request')}>
              <CalendarPlus aria-hidden="true" />
              {t(manages ? 'add' : 'request.title')}
            </Button>
          </>
        }
      />
      {manages ? <RequestInbox companyId={companyId} /> : <MyTimeOff />}
      <Suspense>
        {dialog === 'request' && <RequestDialog onClose={close} />}
        {dialog === 'holidays' && <HolidaysDialog companyId={companyId} onClose={close} />}
        {manages && dialog === 'rules' && <RulesDialog companyId={companyId} onClose={close} />}
      </Suspense>
    </>
  );
}
