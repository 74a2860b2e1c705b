import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { FormDialog } from '@/components/form/form-dialog';
import { NumberInput } from '@/components/form/number-input';
import { useForm } from '@/components/form/use-form';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Select } from '@/components/ui/select';
import { craftsQuery, type Program } from '@/features/public-work/apprentices/api/queries';
import { type ProgramFields, useSaveProgram } from '@/features/public-work/apprentices/api/save';
import { coveredCrafts } from '@/features/public-work/apprentices/covered-crafts';
import { useFormat } from '@/lib/format-context';
import { numberIn } from '@/lib/read-number';
import { useTranslation } from '@/lib/use-translation';

export interface ProgramDialogProps {
  companyId: string;
  program: Program | null;
  onClose: () => void;
}

/** A count of a ratio: a small whole number from 1 on. */
const COUNT = { digits: 0, min: 1, max: 100 };

export function ProgramDialog({ companyId, program, onClose }: ProgramDialogProps) {
  const { t } = useTranslation('apprentices');
  const save = useSaveProgram(companyId);
  const [opened] = useState(program);
  const form = useForm({
    initial: {
      name: program?.name ?? '',
      registeredWith: program?.registered_with ?? ('OA' as const),
      occupation: program?.occupation ?? '',
      apprentices: String(program?.ratio_apprentices ?? ''),
      journeyworkers: String(program?.ratio_journeyworkers ?? ''),
      fringeRule: program?.fringe_rule ?? ('full' as const),
    },
    read: (values, wrong): ProgramFields => ({
      name: values.name.trim() || wrong('name', t('required.program')),
      registered_with: values.registeredWith,
      occupation: values.occupation.trim() || wrong('occupation', t('required.occupation')),
      ratio_apprentices:
        numberIn(values.apprentices, COUNT) ?? wrong('apprentices', t('required.ratio')),
      ratio_journeyworkers:
        numberIn(values.journeyworkers, COUNT) ?? wrong('journeyworkers', t('required.ratio')),
      fringe_rule: values.fringeRule,
    }),
    submit: (fields) => save.mutateAsync({ opened, fields }),
    done: onClose,
    refusals: { apprenticeship_programs_once: ['name', t('required.programTaken')] },
  });
  return (
    <FormDialog form={form} title={t(program ? 'program.edit' : 'program.new')} onClose={onClose}>
      <Field label={t('program.name')} className="sm:col-span-2">
        <Input {...form.text('name')} maxLength={200} placeholder={t('program.nameExample')} />
      </Field>
      <Field
        label={t('program.occupation')}
        hint={<Crafts companyId={companyId} occupation={form.values.occupation} />}
      >
        <Input {...form.text('occupation')} maxLength={200} />
      </Field>
      <Field label={t('program.registeredWith')}>
        <Select
          {...form.value('registeredWith')}
          options={(['OA', 'SAA'] as const).map((value) => ({
            value,
            label: t(`agency.${value}`),
          }))}
        />
      </Field>
      <Field label={t('program.apprentices')}>
        <NumberInput
          {...form.text('apprentices')}
          limits={COUNT}
          inputMode="numeric"
          placeholder="1"
        />
      </Field>
      <Field label={t('program.journeyworkers')} hint={t('program.ratioHint')}>
        <NumberInput
          {...form.text('journeyworkers')}
          limits={COUNT}
          inputMode="numeric"
          placeholder="3"
        />
      </Field>
      <Field
        label={t('program.fringe')}
        hint={t(`fringe.${form.values.fringeRule}Hint`)}
        className="sm:col-span-2"
      >
        <Select
          {...form.value('fringeRule')}
          options={(['full', 'program'] as const).map((value) => ({
            value,
            label: t(`fringe.${value}`),
          }))}
        />
      </Field>
    </FormDialog>
  );
}

/** Which classes of the company's determinations this occupation covers. */
function Crafts({ companyId, occupation }: { companyId: string; occupation: string }) {
  const { t } = useTranslation('apprentices');
  const format = useFormat();
  const { data: crafts = [] } = useQuery(craftsQuery(companyId));
  const covered = coveredCrafts(occupation, crafts);
  if (occupation.trim() === '' || crafts.length === 0) return t('program.occupationHint');
  if (covered.length === 0)
    return <span className="text-attention-strong">{t('program.coversNone')}</span>;
  return t('program.covers', { crafts: format.list(covered.slice(0, 5)), count: covered.length });
}
