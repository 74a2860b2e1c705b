import { Suspense, useState } from 'react';
import { lateDialog } from '@/components/shared/late-dialog';
import { PageHeader } from '@/components/shared/page-header';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { Tabs, TabsContent } from '@/components/ui/tabs';
import type { Machine } from '@/features/equipment/api/queries';
import { MachineList, MachineTabs } from '@/features/equipment/components/machine-list';
import { type Machines, useMachines } from '@/features/equipment/use-machines';
import { useTranslation } from '@/lib/use-translation';

const MachineDialog = lateDialog(async () => ({
  default: (await import('@/features/equipment/components/machine-dialog')).MachineDialog,
}));
const ClassesDialog = lateDialog(async () => ({
  default: (await import('@/features/equipment/components/classes-dialog')).ClassesDialog,
}));
const MachinePanel = lateDialog(async () => ({
  default: (await import('@/features/equipment/components/machine-panel')).MachinePanel,
}));
const LabelDialog = lateDialog(async () => ({
  default: (await import('@/features/equipment/components/label-dialog')).LabelDialog,
}));

function ManagerDialogs({ machines }: { machines: Machines }) {
  const { companyId, dialog, all, shown, change } = machines;
  const close = () => change('dialog', null);
  return (
    <>
      {dialog === 'new' && <MachineDialog companyId={companyId} machine={null} onClose={close} />}
      {dialog === 'classes' && <ClassesDialog companyId={companyId} onClose={close} />}
      {dialog === 'labels' && all.length > 0 && <LabelDialog machines={shown} onClose={close} />}
    </>
  );
}

/** The machine the address names, and its form. */
function OpenedMachine({ machines }: { machines: Machines }) {
  const { companyId, employeeId, today, leads, mayWrite, opened, change } = machines;
  const [edited, setEdited] = useState<Machine | null>(null);
  return (
    <>
      {edited && (
        <MachineDialog companyId={companyId} machine={edited} onClose={() => setEdited(null)} />
      )}
      {opened && (
        <MachinePanel
          companyId={companyId}
          employeeId={employeeId}
          machine={opened}
          today={today}
          leads={leads}
          mayWrite={mayWrite}
          onEdit={() => {
            change('machine', null);
            setEdited(opened);
          }}
          onClose={() => change('machine', null)}
        />
      )}
    </>
  );
}

export function EquipmentScreen() {
  const { t } = useTranslation('equipment');
  const machines = useMachines();
  const { mayWrite, all, filter, change } = machines;
  const add = mayWrite && (
    <Button variant="primary" onClick={() => change('dialog', 'new')}>
      {t('new')}
    </Button>
  );
  const actions = mayWrite && (
    <>
      {all.length > 0 && (
        <Button onClick={() => change('dialog', 'labels')}>{t('label.all')}</Button>
      )}
      <Button onClick={() => change('dialog', 'classes')}>{t('classes.title')}</Button>
      {add}
    </>
  );
  return (
    <>
      <PageHeader title={t('title')} actions={actions} />
      <Card>
        <Tabs
          value={filter}
          onValueChange={(next) => change('status', next === 'all' ? null : next)}
        >
          <MachineTabs machines={machines} />
          <TabsContent value={filter}>
            <MachineList machines={machines} add={add} />
          </TabsContent>
        </Tabs>
      </Card>
      <Suspense>
        {mayWrite && <ManagerDialogs machines={machines} />}
        <OpenedMachine machines={machines} />
      </Suspense>
    </>
  );
}
