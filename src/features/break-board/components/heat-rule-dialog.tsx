import { useState } from 'react';
import { FormDialog } from '@/components/form/form-dialog';
import { NumberInput } from '@/components/form/number-input';
import { useForm } from '@/components/form/use-form';
import { SwitchRow } from '@/components/shared/switch-row';
import { Field } from '@/components/ui/field';
import { Select } from '@/components/ui/select';
import { useProjectOptions } from '@/entities/project/projects-query';
import type { HeatRule } from '@/features/break-board/api/queries';
import { useSaveHeatRule } from '@/features/break-board/api/write-heat';
import { numberIn } from '@/lib/read-number';
import { useTranslation } from '@/lib/use-translation';

const COMPANY = 'company';
const DEGREES = { digits: 0, min: 40, max: 130 };
const REST = { digits: 0, min: 5, max: 60 };
const EVERY = { digits: 0, min: 30, max: 480 };
const DEFAULTS = { active: false, shade_f: 80, high_f: 95, rest_minutes: 10, every_minutes: 120 };

export interface HeatRuleDialogProps {
  companyId: string;
  rules: readonly HeatRule[];
  onClose: () => void;
}

/** What heat asks for, of the company or of one project. */
export default function HeatRuleDialog({ companyId, rules, onClose }: HeatRuleDialogProps) {
  const { t } = useTranslation('break-board');
  const { data: projects = [] } = useProjectOptions();
  const [subject, setSubject] = useState(COMPANY);
  const options = [
    { value: COMPANY, label: t('heat.rule.company') },
    ...projects
      .filter(({ status }) => status === 'active')
      .map(({ id, name }) => ({ value: id, label: name })),
  ];
  const projectId = subject === COMPANY ? null : subject;
  return (
    <HeatRuleForm
      key={subject}
      companyId={companyId}
      projectId={projectId}
      stored={rules.find(({ project_id }) => project_id === projectId) ?? null}
      inherited={rules.find(({ project_id }) => project_id === null) ?? null}
      onClose={onClose}
      choice={
        <Field label={t('heat.rule.for')}>
          <Select value={subject} onValueChange={setSubject} options={options} />
        </Field>
      }
    />
  );
}

interface HeatRuleFormProps {
  companyId: string;
  projectId: string | null;
  stored: HeatRule | null;
  inherited: HeatRule | null;
  choice: React.ReactNode;
  onClose: () => void;
}

function HeatRuleForm(props: HeatRuleFormProps) {
  const { companyId, projectId, stored, inherited, choice, onClose } = props;
  const { t } = useTranslation('break-board');
  const save = useSaveHeatRule(companyId);
  const [opened] = useState(stored);
  const from = opened ?? inherited ?? DEFAULTS;
  const form = useForm({
    initial: {
      active: from.active,
      shade: String(from.shade_f),
      high: String(from.high_f),
      rest: String(from.rest_minutes),
      every: String(from.every_minutes),
    },
    read: ({ active, shade, high, rest, every }, wrong) => {
      const low = numberIn(shade, DEGREES);
      return {
        project_id: projectId,
        active,
        shade_f: low ?? wrong('shade', t('heat.rule.degreesWrong')),
        high_f:
          numberIn(high, { ...DEGREES, min: low ?? DEGREES.min }) ??
          wrong('high', t('heat.rule.highWrong')),
        rest_minutes: numberIn(rest, REST) ?? wrong('rest', t('heat.rule.restWrong')),
        every_minutes: numberIn(every, EVERY) ?? wrong('every', t('heat.rule.everyWrong')),
      };
    },
    submit: (fields) => save.mutateAsync({ fields, opened }),
    done: onClose,
  });
  return (
    <FormDialog form={form} title={t('heat.rule.title')} onClose={onClose}>
      <div className="col-span-full grid gap-3">
        <p className="text-muted text-sm">{t('heat.rule.text')}</p>
        {choice}
        <SwitchRow
          id="heat-active"
          label={t('heat.rule.active')}
          text={t('heat.rule.activeText')}
          {...form.checked('active')}
        />
      </div>
      <Field label={t('heat.rule.shade')}>
        <NumberInput {...form.text('shade')} limits={DEGREES} inputMode="numeric" maxLength={3} />
      </Field>
      <Field label={t('heat.rule.high')}>
        <NumberInput {...form.text('high')} limits={DEGREES} inputMode="numeric" maxLength={3} />
      </Field>
      <Field label={t('heat.rule.rest')}>
        <NumberInput {...form.text('rest')} limits={REST} inputMode="numeric" maxLength={2} />
      </Field>
      <Field label={t('heat.rule.every')}>
        <NumberInput {...form.text('every')} limits={EVERY} inputMode="numeric" maxLength={3} />
      </Field>
    </FormDialog>
  );
}
