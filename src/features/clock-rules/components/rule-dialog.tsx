import { useState } from 'react';
import { FormDialog } from '@/components/form/form-dialog';
import { NumberInput } from '@/components/form/number-input';
import { useForm } from '@/components/form/use-form';
import { TimeInput } from '@/components/shared/time-input';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Select } from '@/components/ui/select';
import { CLOCK_IN_RULES, type ClockInRule } from '@/entities/clock-rule/clock-in-rules-query';
import { useRemoveRules, useSaveRules } from '@/features/clock-rules/api/clock-rules';
import { MembersField } from '@/features/clock-rules/components/members-field';
import { RulePreview } from '@/features/clock-rules/components/rule-preview';
import {
  draftOf,
  GRACE,
  type RuleValues,
  STOP_HOURS,
  type Subject,
  valuesOf,
} from '@/features/clock-rules/rule-values';
import { useMemberNames } from '@/features/clock-rules/use-member-names';
import { hoursIn, numberIn } from '@/lib/read-number';
import { useTranslation } from '@/lib/use-translation';

export interface RuleDialogProps {
  companyId: string;
  /** Null: a new group, or the first rules for everyone. */
  rule: ClockInRule | null;
  members: readonly Subject[];
  kind: 'everyone' | 'named' | 'subject';
  /** Whose rules, where the group has no name of its own. */
  title: string;
  onClose: () => void;
}

/** The rules of a group, each with what it means for the worker, and whom they would have hit. */
export default function RuleDialog(props: RuleDialogProps) {
  const { companyId, rule, members, kind, title, onClose } = props;
  const { t } = useTranslation('clock-rules');
  const names = useMemberNames(companyId);
  const save = useSaveRules();
  const remove = useRemoveRules(companyId);
  const [isTried, setTried] = useState(false);
  const isNamed = kind === 'named';
  const isEveryone = kind === 'everyone';
  const form = useForm({
    initial: () => valuesOf(rule, members, isEveryone),
    read: (values: RuleValues, wrong) => {
      const { name, grace, early, after, hours, day, dayEnds } = values;
      if (isNamed && !name.trim()) wrong('name', t('nameMissing'));
      if (isNamed && values.members.length === 0) wrong('members', t('members.missing'));
      if (early !== 'inherit' && early !== 'allowed' && numberIn(grace, GRACE) === null)
        wrong('grace', t('grace.wrong'));
      if (after === 'on' && hoursIn(hours, STOP_HOURS) === null) wrong('hours', t('after.wrong'));
      if (day === 'on' && typeof dayEnds !== 'number') wrong('dayEnds', t('day.wrong'));
      return draftOf(values, rule, isNamed);
    },
    submit: (draft) => save.mutateAsync({ draft, basedOn: rule?.updated_at ?? null }),
    done: onClose,
    refusals: { clock_in_rules_one_each: ['name', t('nameMissing')] },
  });
  const { early, onSite, after, day } = form.values;
  const choices = (label: 'after' | 'edge' | 'day') =>
    (isEveryone ? (['off', 'on'] as const) : (['inherit', 'off', 'on'] as const)).map((value) => ({
      value,
      label: t(`${label}.option.${value}`),
    }));
  const isDeletable = rule !== null && !isEveryone;
  return (
    <FormDialog
      form={form}
      title={title}
      description={isEveryone ? undefined : t('addHint')}
      width="large"
      onClose={onClose}
      actions={
        isDeletable && (
          <Button
            variant="ghost"
            className="mr-auto text-danger!"
            busy={remove.isPending}
            onClick={() => remove.mutate(rule.id, { onSuccess: onClose })}
          >
            {t('remove')}
          </Button>
        )
      }
    >
      {isNamed && (
        <>
          <Field label={t('name')} hint={t('nameHint')} className="sm:col-span-2">
            <Input {...form.text('name')} maxLength={80} autoFocus />
          </Field>
          <MembersField {...form.value('members')} names={names} error={form.errors['members']} />
        </>
      )}
      <Field label={t('onSite.label')} hint={t(`onSite.hint.${onSite}`)}>
        <Select
          {...form.value('onSite')}
          options={[
            ...(isEveryone ? [] : (['inherit'] as const)),
            'off' as const,
            'refuse' as const,
            'flag' as const,
          ].map((value) => ({ value, label: t(`onSite.option.${value}`) }))}
        />
      </Field>
      <div className="grid content-start gap-4">
        <Field label={t('early.label')} hint={t(`early.hint.${early}`)}>
          <Select
            {...form.value('early')}
            options={[...(isEveryone ? [] : (['inherit'] as const)), ...CLOCK_IN_RULES].map(
              (value) => ({
                value,
                label: t(`early.option.${value}`),
              }),
            )}
          />
        </Field>
        {early !== 'inherit' && early !== 'allowed' && (
          <Field label={t('grace.label')} hint={t('grace.hint')}>
            <NumberInput
              {...form.text('grace')}
              limits={GRACE}
              inputMode="numeric"
              className="max-w-28"
            />
          </Field>
        )}
      </div>
      <div className="grid content-start gap-4">
        <Field label={t('after.label')} hint={t('after.hint')}>
          <Select {...form.value('after')} options={choices('after')} />
        </Field>
        {after === 'on' && (
          <Field label={t('after.hours')}>
            <NumberInput {...form.text('hours')} limits={STOP_HOURS} className="max-w-28" />
          </Field>
        )}
      </div>
      <div className="grid content-start gap-4">
        <Field label={t('day.label')} hint={t('day.hint')}>
          <Select {...form.value('day')} options={choices('day')} />
        </Field>
        {day === 'on' && (
          <Field label={t('day.time')}>
            <TimeInput {...form.value('dayEnds')} className="max-w-36" />
          </Field>
        )}
      </div>
      <Field label={t('edge.label')} hint={t('edge.hint')}>
        <Select {...form.value('edge')} options={choices('edge')} />
      </Field>
      <div className="sm:col-span-2">
        {isTried && form.valid ? (
          <RulePreview draft={form.reading} />
        ) : (
          <Button disabled={!form.valid} onClick={() => setTried(true)}>
            {t('preview.show')}
          </Button>
        )}
      </div>
    </FormDialog>
  );
}
