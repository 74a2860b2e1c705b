import { Suspense } from 'react';
import { late } from '@/components/shared/late';
import { ListSkeleton } from '@/components/shared/loading-state';
import { Dialog, DialogBody, DialogContent } from '@/components/ui/dialog';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '@/components/ui/tabs';
import { employeeName } from '@/entities/employee/employees-query';
import { PinForm } from '@/entities/employee/pin-form';
import { isPrivileged } from '@/entities/viewer/use-viewer';
import type { Employee } from '@/features/employees/api/queries';
import { AccountCard } from '@/features/employees/components/account-card';
import { DetailsForm } from '@/features/employees/components/details-form';
import { DeviceList } from '@/features/employees/components/device-list';
import { DocumentList } from '@/features/employees/components/document-list';
import { HistoryList } from '@/features/employees/components/history-list';
import { OwnTimeExceptions } from '@/features/employees/components/own-time-exceptions';
import { PayPeriods } from '@/features/employees/components/pay-periods';
import type { RecordsPart } from '@/features/employees/components/people-view';
import { ProjectTeams } from '@/features/employees/components/project-teams';
import { RateHistory } from '@/features/employees/components/rate-history';
import { RecentTime } from '@/features/employees/components/recent-time';
import { StatusCell } from '@/features/employees/components/status-cell';
import { useTranslation } from '@/lib/use-translation';
import { withTexts } from '@/lib/with-texts';

const ExtraRights = late(() =>
  withTexts(
    import('@/features/employees/components/extra-rights').then(({ ExtraRights: part }) => part),
    'company-roles',
  ),
);
const CertificateList = late(() =>
  withTexts(
    import('@/features/employees/components/certificate-list').then(
      ({ CertificateList: part }) => part,
    ),
    'required-certificates',
  ),
);
const PersonTexts = late(async () => ({
  default: (await import('@/entities/texts/person-texts')).PersonTexts,
}));

const TABS = [
  'details',
  'time',
  'pay',
  'certificates',
  'documents',
  'devices',
  'projects',
  'history',
] as const;

export interface EmployeePanelProps {
  companyId: string;
  employee: Employee;
  packets: RecordsPart;
  /** What is open at first. */
  tab?: string | null;
  onClose: () => void;
}

/** One person: record and account, time, pay, certificates, documents, devices, projects, what was changed. */
export function EmployeePanel({
  companyId,
  employee,
  packets: Packets,
  tab: first,
  onClose,
}: EmployeePanelProps) {
  const { t } = useTranslation('employees');
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title={employeeName(employee)}
        description={<StatusCell status={employee.status} project={employee.projectName} />}
        width="large"
      >
        <Tabs
          defaultValue={TABS.find((tab) => tab === first) ?? 'details'}
          className="flex min-h-0 flex-1 flex-col"
        >
          <TabsList>
            {TABS.map((tab) => (
              <TabsTrigger key={tab} value={tab}>
                {t(`tab.${tab}`)}
              </TabsTrigger>
            ))}
          </TabsList>
          <DialogBody className="min-h-80 py-4">
            <TabsContent value="details" className="flex flex-col gap-5">
              <AccountCard employee={employee} />
              {employee.active && <PinForm companyId={companyId} employeeId={employee.id} />}
              <DetailsForm companyId={companyId} employee={employee} onSaved={onClose} />
              {employee.active && (
                <Suspense fallback={<ListSkeleton rows={1} />}>
                  <PersonTexts
                    companyId={companyId}
                    employeeId={employee.id}
                    name={employeeName(employee)}
                  />
                </Suspense>
              )}
              {!isPrivileged(employee.role) && (
                <>
                  <Suspense>
                    <ExtraRights employee={employee} />
                  </Suspense>
                  <OwnTimeExceptions employee={employee} />
                </>
              )}
            </TabsContent>
            <TabsContent value="time">
              <RecentTime companyId={companyId} employeeId={employee.id} />
            </TabsContent>
            <TabsContent value="pay" className="flex flex-col gap-6">
              <section aria-labelledby="rates">
                <h3 id="rates" className="mb-2 font-[620] text-base">
                  {t('pay.rates')}
                </h3>
                <RateHistory companyId={companyId} employeeId={employee.id} />
              </section>
              <PayPeriods companyId={companyId} employeeId={employee.id} />
            </TabsContent>
            <TabsContent value="certificates">
              <Suspense fallback={<ListSkeleton rows={3} />}>
                <CertificateList
                  companyId={companyId}
                  employeeId={employee.id}
                  name={employeeName(employee)}
                />
              </Suspense>
            </TabsContent>
            <TabsContent value="documents">
              <DocumentList employeeId={employee.id} />
            </TabsContent>
            <TabsContent value="devices">
              <DeviceList employeeId={employee.id} />
            </TabsContent>
            <TabsContent value="projects">
              <ProjectTeams companyId={companyId} employeeId={employee.id} />
            </TabsContent>
            <TabsContent value="history">
              <Suspense fallback={<ListSkeleton rows={2} />}>
                <div className="mb-5 border-b pb-5">
                  <Packets kind="claim" id={employee.id} name={employeeName(employee)} />
                </div>
              </Suspense>
              <HistoryList employeeId={employee.id} />
            </TabsContent>
          </DialogBody>
        </Tabs>
      </DialogContent>
    </Dialog>
  );
}
