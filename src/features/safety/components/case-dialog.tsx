import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { FormDialog } from '@/components/form/form-dialog';
import { useForm } from '@/components/form/use-form';
import { DateInput } from '@/components/shared/date-input';
import { Notice } from '@/components/shared/notice';
import { SwitchRow } from '@/components/shared/switch-row';
import { TimeInput } from '@/components/shared/time-input';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Select } from '@/components/ui/select';
import { Textarea } from '@/components/ui/textarea';
import { EmployeePicker } from '@/entities/employee/employee-picker';
import { establishmentsQuery, type InjuryCase } from '@/features/safety/api/queries';
import { useSaveCase } from '@/features/safety/api/writes';
import { type CaseStart, fieldsOf, startOf } from '@/features/safety/case-form';
import { useTranslation } from '@/lib/use-translation';

const NARRATIVES = ['doing_before', 'what_happened', 'injury', 'object'] as const;
const ILLNESSES = ['1', '2', '3', '4', '5', '6'] as const;

export interface CaseDialogProps {
  companyId: string;
  establishmentId: string;
  /** Null: a new one. */
  opened: InjuryCase | null;
  /** What an incident says already. */
  start?: CaseStart | undefined;
  /** In which log it is now. */
  onSaved: (establishmentId: string, year: string) => void;
  onClose: () => void;
}

/** The line of the log and the form behind it, in one. */
export default function CaseDialog({
  companyId,
  establishmentId,
  opened: current,
  start,
  onSaved,
  onClose,
}: CaseDialogProps) {
  const { t } = useTranslation('safety');
  const save = useSaveCase(companyId);
  const [opened] = useState(current);
  const { data: establishments = [] } = useQuery(establishmentsQuery(companyId));
  const form = useForm({
    initial: () => startOf(establishmentId, opened, start),
    read: (values, wrong) => fieldsOf(values, wrong, t),
    submit: async (fields) => {
      const incident = { incident_id: start?.incidentId ?? null };
      await save.mutateAsync({ opened, fields: opened ? fields : { ...fields, ...incident } });
      return fields;
    },
    done: ({ establishment_id, happened_on }) => onSaved(establishment_id, happened_on.slice(0, 4)),
    refusals: {
      case_in_future: ['happened_on', t('failure.case_in_future')],
      injury_cases_death_after: ['died_on', t('failure.injury_cases_death_after')],
      injury_cases_stop_after: ['stopped_on', t('failure.injury_cases_stop_after')],
      injury_cases_born_before: ['born_on', t('failure.injury_cases_born_before')],
    },
  });
  const { died_on, hospitalized } = form.values;
  return (
    <FormDialog
      form={form}
      width="large"
      title={opened ? t('case.title', { number: opened.number }) : t('case.new')}
      description={t('case.text')}
      onClose={onClose}
    >
      {(died_on || hospitalized) && (
        <Notice tone="danger" className="sm:col-span-2">
          {t(died_on ? 'case.reportDeath' : 'case.reportHospital')}
        </Notice>
      )}
      {establishments.length > 1 && (
        <Field label={t('establishment.label')} className="sm:col-span-2">
          <Select
            {...form.value('establishment_id')}
            options={establishments.map(({ id, name }) => ({ value: id, label: name }))}
          />
        </Field>
      )}
      <Field label={t('case.person')}>
        <EmployeePicker {...form.value('employeeId')} include="all" disabled={opened !== null} />
      </Field>
      <Field label={t('case.jobTitle')}>
        <Input {...form.text('job_title')} maxLength={100} />
      </Field>
      <Field label={t('case.day')}>
        <DateInput {...form.value('happened_on')} />
      </Field>
      <Field label={t('case.time')} hint={t('case.timeHint')} optional>
        <TimeInput {...form.value('happened_time')} />
      </Field>
      <Field label={t('case.beganWork')} optional>
        <TimeInput {...form.value('began_work_time')} />
      </Field>
      <Field label={t('case.illness')}>
        <Select
          {...form.value('illness')}
          options={ILLNESSES.map((value) => ({ value, label: t(`illness.${value}`) }))}
        />
      </Field>
      <Field label={t('case.place')} className="sm:col-span-2">
        <Input {...form.text('place')} maxLength={300} />
      </Field>
      <Field
        label={t('case.description')}
        hint={t('case.descriptionHint')}
        className="sm:col-span-2"
      >
        <Textarea {...form.text('description')} rows={2} maxLength={1000} />
      </Field>
      <div className="sm:col-span-2">
        <SwitchRow
          id="private-name"
          label={t('case.private')}
          text={t('case.privateText')}
          {...switchOf(form, 'private_name')}
        />
      </div>
      <h3 className="border-t pt-4 font-[600] sm:col-span-2">{t('case.form')}</h3>
      {NARRATIVES.map((name) => (
        <Field key={name} label={t(`case.${name}`)} className="sm:col-span-2" optional>
          <Textarea {...form.text(name)} rows={2} maxLength={2000} />
        </Field>
      ))}
      <Field label={t('case.physician')} optional>
        <Input {...form.text('physician')} maxLength={200} />
      </Field>
      <Field label={t('case.facility')} optional>
        <Input {...form.text('facility')} maxLength={300} />
      </Field>
      <div className="grid gap-3 sm:col-span-2">
        <SwitchRow
          id="emergency-room"
          label={t('case.emergencyRoom')}
          text={t('case.emergencyRoomText')}
          {...switchOf(form, 'emergency_room')}
        />
        <SwitchRow
          id="hospitalized"
          label={t('case.hospitalized')}
          text={t('case.hospitalizedText')}
          {...switchOf(form, 'hospitalized')}
        />
      </div>
      <Field label={t('case.bornOn')} optional>
        <DateInput {...form.value('born_on')} />
      </Field>
      <Field label={t('case.sex')} optional>
        <Select
          {...form.value('sex')}
          options={(['none', 'F', 'M'] as const).map((value) => ({
            value,
            label: t(`sex.${value}`),
          }))}
        />
      </Field>
      <Field label={t('case.homeAddress')} className="sm:col-span-2" optional>
        <Input {...form.text('home_address')} maxLength={300} />
      </Field>
      <Field label={t('case.diedOn')} optional>
        <DateInput {...form.value('died_on')} />
      </Field>
      <Field label={t('case.stoppedOn')} hint={t('case.stoppedHint')} optional>
        <DateInput {...form.value('stopped_on')} />
      </Field>
    </FormDialog>
  );
}

type Flag = 'private_name' | 'emergency_room' | 'hospitalized';

const switchOf = (
  form: { values: Record<Flag, boolean>; set: (changes: Partial<Record<Flag, boolean>>) => void },
  name: Flag,
) => ({
  checked: form.values[name],
  onCheckedChange: (checked: boolean) => form.set({ [name]: checked }),
});
