import { useState } from 'react';
import { FormDialog } from '@/components/form/form-dialog';
import { useForm } from '@/components/form/use-form';
import { ConfirmDialog } from '@/components/shared/confirm-dialog';
import { SwitchRow } from '@/components/shared/switch-row';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { Select } from '@/components/ui/select';
import { type Chain, useDeleteChain, useSaveChain } from '@/features/approval-chains/api/chains';
import {
  type ChainValues,
  draftOf,
  EVERYBODY,
  valuesOf,
} from '@/features/approval-chains/chain-values';
import { StepsField } from '@/features/approval-chains/components/steps-field';
import type { ChainNames } from '@/features/approval-chains/use-chain-names';
import { useTranslation } from '@/lib/use-translation';

const REMIND = ['never', '0', '1', '2', '3', '7'] as const;

export interface ChainDialogProps {
  companyId: string;
  /** Null: a new one. */
  chain: Chain | null;
  names: ChainNames;
  onClose: () => void;
}

/** For whom, in which order who decides, and what happens when nobody does. */
export default function ChainDialog({ companyId, chain, names, onClose }: ChainDialogProps) {
  const { t } = useTranslation('approval-chains');
  const save = useSaveChain();
  const remove = useDeleteChain(companyId);
  const [isDeleting, setDeleting] = useState(false);
  const form = useForm({
    initial: () => valuesOf(chain),
    read: (values: ChainValues, wrong) => {
      if (!values.name.trim()) wrong('name', t('form.nameMissing'));
      if (values.steps.length === 0) wrong('steps', t('failure.chain_needs_steps'));
      if (values.steps.some(({ who }) => !who)) wrong('steps', t('form.whoMissing'));
      if (new Set(values.steps.map(({ who }) => who)).size < values.steps.length)
        wrong('steps', t('failure.chain_step_twice'));
      return draftOf(values);
    },
    submit: (draft) => save.mutateAsync({ draft, opened: chain }),
    done: onClose,
    refusals: {
      approval_chains_one_per_place: ['place', t('failure.approval_chains_one_per_place')],
      cannot_approve: ['steps', t('failure.cannot_approve')],
      role_cannot_approve: ['steps', t('failure.role_cannot_approve')],
    },
  });
  return (
    <FormDialog
      form={form}
      title={t(chain ? 'form.title' : 'form.newTitle')}
      description={t('form.text')}
      width="large"
      onClose={onClose}
      actions={
        chain && (
          <Button
            variant="ghost"
            className="mr-auto text-danger!"
            onClick={() => setDeleting(true)}
          >
            {t('form.delete')}
          </Button>
        )
      }
    >
      <Field label={t('form.name')}>
        <Input {...form.text('name')} maxLength={100} autoFocus />
      </Field>
      <Field label={t('form.place')} hint={t('form.placeHint')}>
        <Select
          {...form.value('place')}
          options={[
            { value: EVERYBODY, label: t('place.company') },
            ...names.projects
              .filter(({ archived_at }) => archived_at === null)
              .map(({ id, name }) => ({
                value: `project ${id}`,
                label: t('place.project', { name }),
              })),
            ...names.groups.map(({ id, name }) => ({
              value: `group ${id}`,
              label: t('place.group', { name }),
            })),
          ]}
        />
      </Field>
      <StepsField {...form.value('steps')} names={names} error={form.errors['steps']} />
      <Field label={t('form.remind')} hint={t('form.remindHint')}>
        <Select
          {...form.value('remind')}
          options={REMIND.map((value) => ({
            value,
            label:
              value === 'never' || value === '0'
                ? t(`form.remindOption.${value === '0' ? 'same' : 'never'}`)
                : t('form.remindOption.after', { count: Number(value) }),
          }))}
        />
      </Field>
      <div className="sm:col-span-2">
        <SwitchRow
          id="chain-override"
          label={t('form.override')}
          text={t('form.overrideText')}
          checked={form.values.override}
          onCheckedChange={form.value('override').onValueChange}
        />
      </div>
      {chain && (
        <ConfirmDialog
          open={isDeleting}
          onOpenChange={setDeleting}
          title={t('form.deleteTitle', { name: chain.name })}
          description={t('form.deleteText')}
          confirmLabel={t('form.delete')}
          busy={remove.isPending}
          onConfirm={() => remove.mutate(chain.id, { onSuccess: onClose })}
        />
      )}
    </FormDialog>
  );
}
