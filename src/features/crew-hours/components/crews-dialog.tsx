import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { Form } from '@/components/form/form';
import { useForm } from '@/components/form/use-form';
import { Loaded } from '@/components/shared/loaded';
import { ListSkeleton } from '@/components/shared/loading-state';
import { Button } from '@/components/ui/button';
import { Dialog, DialogBody, DialogContent } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { crewsQuery } from '@/entities/crew/crews-query';
import { EmployeePicker } from '@/entities/employee/employee-picker';
import { employeeName, useEmployeeOptions } from '@/entities/employee/employees-query';
import { membersQuery } from '@/features/crew-hours/api/queries';
import {
  useAddCrew,
  useAddMember,
  useEndMembership,
  useSetForeman,
} from '@/features/crew-hours/api/save-crew';
import { addDays } from '@/lib/time';
import { useTranslation } from '@/lib/use-translation';

export interface CrewsDialogProps {
  companyId: string;
  today: string;
  onClose: () => void;
}

export function CrewsDialog({ companyId, today, onClose }: CrewsDialogProps) {
  const { t } = useTranslation(['crew-hours', 'common']);
  const crews = useQuery(crewsQuery(companyId));
  const add = useAddCrew(companyId);
  const form = useForm({
    initial: { name: '' },
    read: ({ name }, wrong) => name.trim() || wrong('name', ''),
    submit: (name) => add.mutateAsync(name),
    done: () => form.reset({ name: '' }),
  });
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent title={t('crews.title')} description={t('crews.text')} width="large">
        <DialogBody className="grid gap-5 pb-5">
          <Loaded query={crews} skeleton={<ListSkeleton />}>
            {crews.data?.map((crew) => (
              <CrewCard key={crew.id} companyId={companyId} crew={crew} today={today} />
            ))}
          </Loaded>
          <Form form={form} className="flex gap-2">
            <Input
              {...form.text('name')}
              maxLength={100}
              aria-label={t('crews.new')}
              placeholder={t('crews.new')}
            />
            <Button type="submit" busy={form.busy} disabled={!form.valid}>
              {t('common:action.add')}
            </Button>
          </Form>
        </DialogBody>
      </DialogContent>
    </Dialog>
  );
}

interface CrewCardProps {
  companyId: string;
  crew: { id: string; name: string; foreman_id: string | null };
  today: string;
}

function CrewCard({ companyId, crew, today }: CrewCardProps) {
  const { t } = useTranslation('crew-hours');
  const { data: people = [] } = useEmployeeOptions();
  const { data: all = [] } = useQuery(membersQuery(companyId));
  const setForeman = useSetForeman(companyId);
  const addMember = useAddMember(companyId);
  const endMembership = useEndMembership(companyId);
  const members = all.filter(({ crew_id }) => crew_id === crew.id);
  const nameOf = (id: string) => {
    const person = people.find((one) => one.id === id);
    return person ? employeeName(person) : '';
  };
  return (
    <section className="grid gap-3 rounded-card border p-4" aria-label={crew.name}>
      <h3 className="font-[620]">{crew.name}</h3>
      <div className="grid gap-3 sm:grid-cols-2">
        <Field label={t('crews.foreman')}>
          <EmployeePicker
            value={crew.foreman_id}
            clearLabel={t('crews.noForeman')}
            onValueChange={(foremanId) => setForeman.mutate({ crew, foremanId })}
          />
        </Field>
        <Field label={t('crews.addPerson')}>
          <EmployeePicker
            value={null}
            onValueChange={(employeeId) =>
              employeeId && addMember.mutate({ crewId: crew.id, employeeId, today })
            }
          />
        </Field>
      </div>
      {members.length === 0 && <p className="text-muted text-sm">{t('crews.nobody')}</p>}
      <ul className="flex flex-wrap gap-2">
        {members.map((member) => (
          <li
            key={member.id}
            className="inline-flex items-center gap-1 rounded-full border bg-sunken py-1 pr-1 pl-3 text-sm"
          >
            {nameOf(member.employee_id)}
            <Button
              variant="ghost"
              size="icon"
              className="size-7! rounded-full!"
              aria-label={t('crews.remove', { name: nameOf(member.employee_id) })}
              onClick={() =>
                endMembership.mutate({
                  id: member.id,
                  until: member.from_date < today ? addDays(today, -1) : null,
                })
              }
            >
              <X aria-hidden="true" />
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}
