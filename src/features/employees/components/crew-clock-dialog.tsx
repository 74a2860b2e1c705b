import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '@/components/shared/empty-state';
import { Loaded } from '@/components/shared/loaded';
import { ListSkeleton } from '@/components/shared/loading-state';
import { Button } from '@/components/ui/button';
import { Checkbox } from '@/components/ui/checkbox';
import { Dialog, DialogBody, DialogContent, DialogFooter } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { CostCodePicker } from '@/entities/cost-code/cost-code-picker';
import { employeeName } from '@/entities/employee/employees-query';
import type { TeamMember } from '@/entities/employee/team-query';
import { useTeam } from '@/entities/employee/use-team';
import { ProjectPicker } from '@/entities/project/project-picker';
import { useEmployee } from '@/entities/viewer/use-viewer';
import { type CrewAction, useCrewClock } from '@/features/employees/api/crew-clock';
import { StatusCell } from '@/features/employees/components/status-cell';
import { toAppError } from '@/lib/errors';

const isRefusedFor = (error: unknown, code: string): boolean =>
  error !== null && toAppError(error).code === code;

/** A foreman clocks several people in, over to other work, or out, in three taps. */
export function CrewClockDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation(['employees', 'common']);
  const me = useEmployee();
  const colleagues = useTeam();
  const { data } = colleagues;
  const crew = (data ?? []).filter(({ employee_id }) => employee_id !== me?.id);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const [projectId, setProjectId] = useState<string | null>(null);
  const [costCodeId, setCostCodeId] = useState<string | null>(null);
  const [missing, setMissing] = useState(false);
  const [reason, setReason] = useState('');
  const punch = useCrewClock();
  const needsReason = isRefusedFor(punch.error, 'location_reason_required');
  const members = crew.filter(({ employee_id }) => chosen.has(employee_id));
  const working = members.filter(({ status }) => status !== 'out');

  const toggle = (id: string, wanted: boolean) => {
    const next = new Set(chosen);
    if (wanted) next.add(id);
    else next.delete(id);
    setChosen(next);
  };
  const run = (action: CrewAction, people: readonly TeamMember[]) => {
    if (action !== 'out' && !projectId) return setMissing(true);
    const employeeIds = people.map(({ employee_id }) => employee_id);
    punch.mutate(
      { action, employeeIds, projectId, costCodeId, reason: reason.trim() },
      {
        onSuccess: () => {
          setChosen(new Set());
          setReason('');
        },
      },
    );
  };

  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent title={t('crew.title')} description={t('crew.text')}>
        <DialogBody className="flex flex-col gap-4">
          <Field
            label={t('common:project.label')}
            error={missing && !projectId ? t('crew.projectMissing') : undefined}
          >
            <ProjectPicker value={projectId} onValueChange={setProjectId} />
          </Field>
          <Field label={t('common:costCode.label')}>
            <CostCodePicker
              projectId={projectId}
              value={costCodeId}
              onValueChange={setCostCodeId}
            />
          </Field>
          {(needsReason || reason !== '') && (
            <Field label={t('crew.reason')} hint={t('crew.reasonHint')}>
              <Input
                autoFocus
                maxLength={500}
                value={reason}
                onChange={(event) => setReason(event.target.value)}
              />
            </Field>
          )}
          <Loaded query={colleagues} skeleton={<ListSkeleton />}>
            {crew.length === 0 ? (
              <EmptyState title={t('crew.empty')} text={t('crew.emptyText')} />
            ) : (
              <ul className="divide-y border-y">
                {crew.map((person) => (
                  <li key={person.employee_id}>
                    <label
                      htmlFor={`crew-${person.employee_id}`}
                      className="flex min-h-12 items-center gap-3 text-sm"
                    >
                      <Checkbox
                        id={`crew-${person.employee_id}`}
                        checked={chosen.has(person.employee_id)}
                        // Until everybody's state is known again, and nobody is ticked.
                        disabled={punch.isPending}
                        onCheckedChange={(checked) => toggle(person.employee_id, checked === true)}
                      />
                      <span className="max-w-3/5 shrink-0 truncate font-[550]">
                        {employeeName(person)}
                      </span>
                      <span className="ml-auto flex min-w-0">
                        <StatusCell status={person.status} project={person.project_name} />
                      </span>
                    </label>
                  </li>
                ))}
              </ul>
            )}
          </Loaded>
        </DialogBody>
        <DialogFooter>
          <Button
            variant="running"
            disabled={working.length === 0}
            busy={punch.isPending}
            onClick={() => run('out', working)}
          >
            {t('crew.out')}
          </Button>
          <Button
            disabled={working.length === 0}
            busy={punch.isPending}
            onClick={() => run('switch', working)}
          >
            {t('crew.switch')}
          </Button>
          <Button
            variant="primary"
            disabled={members.length === working.length}
            busy={punch.isPending}
            onClick={() =>
              run(
                'in',
                members.filter(({ status }) => status === 'out'),
              )
            }
          >
            {t('crew.in')}
          </Button>
        </DialogFooter>
      </DialogContent>
    </Dialog>
  );
}
