import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { Link } from 'react-router';
import { lateDialog } from '@/components/shared/late-dialog';
import { Loaded } from '@/components/shared/loaded';
import { ListSkeleton } from '@/components/shared/loading-state';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Dialog, DialogBody, DialogContent, DialogFooter } from '@/components/ui/dialog';
import { Tabs, TabsContent, TabsList, TabsTrigger } from '@/components/ui/tabs';
import { CustomDetails } from '@/entities/custom-field/custom-details';
import { machineName } from '@/entities/equipment/equipment-query';
import { PhotoLink, photoIdOf } from '@/entities/photo/photo-link';
import { PhotosOf } from '@/entities/photo/photos-of';
import {
  formsOfMachineQuery,
  inspectionsQuery,
  type Machine,
  readingsQuery,
} from '@/features/equipment/api/queries';
import { DayForm } from '@/features/equipment/components/day-form';
import { HoursList } from '@/features/equipment/components/hours-list';
import { InspectDialog } from '@/features/equipment/components/inspect-dialog';
import { MeterChart } from '@/features/equipment/components/meter-chart';
import { MeterForm } from '@/features/equipment/components/meter-form';
import { ServicesList } from '@/features/equipment/components/services-list';
import { StateBadge, useMeterText } from '@/features/equipment/components/use-machine-columns';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

const LabelDialog = lateDialog(async () => ({
  default: (await import('@/features/equipment/components/label-dialog')).LabelDialog,
}));

export interface MachinePanelProps {
  companyId: string;
  employeeId: string;
  machine: Machine;
  today: string;
  leads: boolean;
  mayWrite: boolean;
  onEdit: () => void;
  onClose: () => void;
}

/** One machine: its hours, meter, services and inspections. */
export function MachinePanel({ machine, today, leads, mayWrite, ...props }: MachinePanelProps) {
  const { t } = useTranslation(['equipment', 'common']);
  const [inspecting, setInspecting] = useState(false);
  const [labelling, setLabelling] = useState(false);
  const tabs = leads
    ? (['hours', 'meter', 'service', 'checks', 'day'] as const)
    : (['meter', 'checks'] as const);
  const { companyId } = props;
  return (
    <Dialog open onOpenChange={(open) => !open && props.onClose()}>
      <DialogContent
        title={machineName(machine)}
        description={[machine.className, t(`ownership.${machine.ownership}`), machine.notes]
          .filter(Boolean)
          .join(' · ')}
        width="large"
      >
        <div className="flex flex-wrap items-center gap-3 px-5 pb-2">
          <StateBadge machine={machine} today={today} />
          <PhotosOf kind="machine" id={machine.id} />
          <CustomDetails table="equipment" values={machine.custom} />
        </div>
        <Tabs defaultValue={tabs[0]} className="flex min-h-0 flex-1 flex-col">
          <TabsList>
            {tabs.map((tab) => (
              <TabsTrigger key={tab} value={tab}>
                {t(`tab.${tab}`)}
              </TabsTrigger>
            ))}
          </TabsList>
          <DialogBody className="min-h-72 py-4">
            <TabsContent value="hours">
              <HoursList machine={machine} today={today} />
            </TabsContent>
            <TabsContent value="meter">
              <MeterTab companyId={companyId} machine={machine} />
            </TabsContent>
            <TabsContent value="service">
              <ServicesList companyId={companyId} machine={machine} mayWrite={mayWrite} />
            </TabsContent>
            <TabsContent value="checks">
              <ChecksTab companyId={companyId} machine={machine} />
            </TabsContent>
            <TabsContent value="day">
              <DayForm companyId={companyId} machine={machine} today={today} />
            </TabsContent>
          </DialogBody>
        </Tabs>
        <DialogFooter>
          {leads && <Button onClick={() => setLabelling(true)}>{t('label.open')}</Button>}
          {mayWrite && <Button onClick={props.onEdit}>{t('common:action.edit')}</Button>}
          <Button variant="primary" onClick={() => setInspecting(true)}>
            {t('inspect.open')}
          </Button>
        </DialogFooter>
      </DialogContent>
      {inspecting && (
        <InspectDialog
          companyId={companyId}
          employeeId={props.employeeId}
          machine={machine}
          onClose={() => setInspecting(false)}
        />
      )}
      <Suspense>
        {labelling && <LabelDialog machines={[machine]} onClose={() => setLabelling(false)} />}
      </Suspense>
    </Dialog>
  );
}

function MeterTab({ companyId, machine }: { companyId: string; machine: Machine }) {
  const { t } = useTranslation('equipment');
  const format = useFormat();
  const meterText = useMeterText();
  const readings = useQuery(readingsQuery(companyId, machine.id));
  if (!machine.meterUnit) return <p className="text-muted text-sm">{t('readings.noMeter')}</p>;
  return (
    <div className="grid gap-5">
      <MeterForm machine={machine} />
      <Loaded query={readings} skeleton={<ListSkeleton />}>
        <MeterChart readings={readings.data ?? []} />
        {readings.data?.length === 0 && <p className="text-muted text-sm">{t('readings.none')}</p>}
        <ul className="divide-y text-sm not-empty:border-y">
          {readings.data?.map(({ id, reading, read_at, flag }) => (
            <li key={id} className="flex flex-wrap items-center justify-between gap-3 py-2">
              <span className="text-muted">{format.dateTime(read_at)}</span>
              {flag && <Badge tone="attention">{t(`flag.${flag as 'too_high'}`)}</Badge>}
              <span className="tabular ml-auto">{meterText(reading, machine.meterUnit)}</span>
            </li>
          ))}
        </ul>
      </Loaded>
    </div>
  );
}

function ChecksTab({ companyId, machine }: { companyId: string; machine: Machine }) {
  const { t } = useTranslation('equipment');
  const format = useFormat();
  const inspections = useQuery(inspectionsQuery(companyId, machine.id));
  // An inspection by form has its id; those the viewer may read are opened.
  const { data: formIds = [] } = useQuery(formsOfMachineQuery(companyId, machine.id));
  return (
    <Loaded query={inspections} skeleton={<ListSkeleton />}>
      {inspections.data?.length === 0 && <p className="text-muted text-sm">{t('inspect.none')}</p>}
      <ul className="divide-y text-sm not-empty:border-y">
        {inspections.data?.map((one) => {
          const items = one.items as { name: string; passed: boolean }[];
          const failed = items.filter((item) => !item.passed).map(({ name }) => name);
          return (
            <li key={one.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-2">
              <Badge tone={one.passed ? 'success' : 'danger'}>
                {t(one.passed ? 'inspect.passed' : 'inspect.failed')}
              </Badge>
              <span className="mr-auto">{[...failed, one.note].filter(Boolean).join(', ')}</span>
              {one.photo_path && <PhotoLink photoId={photoIdOf(one.photo_path)} />}
              {formIds.includes(one.id) && (
                <Button variant="link" size="inline" asChild>
                  <Link to={`/forms?submission=${one.id}`}>{t('inspect.form')}</Link>
                </Button>
              )}
              <span className="text-muted">{format.dateTime(one.inspected_at)}</span>
            </li>
          );
        })}
      </ul>
    </Loaded>
  );
}
