import { BackLink } from '@/components/shared/back-link';
import { DateInput } from '@/components/shared/date-input';
import { EmptyState } from '@/components/shared/empty-state';
import { PageHeader } from '@/components/shared/page-header';
import { Card } from '@/components/ui/card';
import { Select } from '@/components/ui/select';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '@/components/ui/tabs';
import { EmployeePicker } from '@/entities/employee/employee-picker';
import { useIsPrivileged, useViewer } from '@/entities/viewer/use-viewer';
import {
  LocationAccessTable,
  SignInsTable,
} from '@/features/system-reports/components/access-tables';
import { ChainCheck } from '@/features/system-reports/components/chain-check';
import { ChangesTable } from '@/features/system-reports/components/changes-table';
import { ENTITIES, isEntity } from '@/features/system-reports/entities';
import { useFormat } from '@/lib/format-context';
import { addDays, isIsoDate } from '@/lib/time';
import { useAddressParams } from '@/lib/use-address-params';
import { useToday } from '@/lib/use-today';
import { useTranslation } from '@/lib/use-translation';

const VIEWS = ['changes', 'signIns', 'exports', 'looks'] as const;
const ALL = 'all';

/** What happened in the system itself: changes, sign-ins, exports and looks at locations. */
export function SystemScreen() {
  const { t } = useTranslation('system-reports');
  const companyId = useViewer().company?.id ?? '';
  const today = useToday(useFormat().preferences.timeZone);
  const manages = useIsPrivileged();
  const [params, setParam] = useAddressParams();
  const view = VIEWS.find((name) => name === params.get('show')) ?? 'changes';
  const date = (name: string, usual: string) => {
    const given = params.get(name) ?? '';
    return isIsoDate(given) ? given : usual;
  };
  const period = { from: date('from', addDays(today, -7)), to: date('to', today) };
  const entity = params.get('entity');
  const filter = {
    ...period,
    entity: view === 'changes' && isEntity(entity) ? entity : null,
    employeeId: view === 'changes' ? params.get('employee') : null,
    exports: view === 'exports',
  };
  if (!manages) {
    return (
      <>
        <PageHeader title={t('title')} />
        <Card>
          <EmptyState title={t('managersOnly')} />
        </Card>
      </>
    );
  }
  return (
    <>
      <BackLink to="/activity-reports">{t('back')}</BackLink>
      <PageHeader title={t('title')} description={t('subtitle')} />
      {view === 'changes' && <ChainCheck companyId={companyId} />}
      <Card>
        <Tabs value={view} onValueChange={(show) => setParam('show', show)}>
          <TabsList>
            {VIEWS.map((name) => (
              <TabsTrigger key={name} value={name}>
                {t(`tab.${name}`)}
              </TabsTrigger>
            ))}
          </TabsList>
          <TabsContent value={view}>
            <div className="flex flex-wrap gap-2 border-b p-3">
              {(['from', 'to'] as const).map((name) => (
                <DateInput
                  key={name}
                  aria-label={t(name)}
                  className="w-40"
                  value={period[name]}
                  onValueChange={(value) => value && value !== 'invalid' && setParam(name, value)}
                />
              ))}
              {view === 'changes' && (
                <>
                  <Select
                    className="sm:w-52!"
                    aria-label={t('kind')}
                    value={isEntity(entity) ? entity : ALL}
                    onValueChange={(value) => setParam('entity', value === ALL ? null : value)}
                    options={[
                      { value: ALL, label: t('allKinds') },
                      ...ENTITIES.map((name) => ({ value: name, label: t(`entity.${name}`) })).sort(
                        (one, other) => one.label.localeCompare(other.label),
                      ),
                    ]}
                  />
                  <EmployeePicker
                    className="sm:w-52!"
                    aria-label={t('who')}
                    clearLabel={t('everyone')}
                    value={params.get('employee')}
                    onValueChange={(employee) => setParam('employee', employee)}
                  />
                </>
              )}
            </div>
            {(view === 'changes' || view === 'exports') && <ChangesTable filter={filter} />}
            {view === 'signIns' && <SignInsTable period={period} />}
            {view === 'looks' && <LocationAccessTable period={period} />}
          </TabsContent>
        </Tabs>
      </Card>
    </>
  );
}
