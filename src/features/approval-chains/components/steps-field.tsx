import { ArrowDown, ArrowUp, Plus, X } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { Checkbox } from '@/components/ui/checkbox';
import { Input } from '@/components/ui/input';
import { Select } from '@/components/ui/select';
import type { StepValues } from '@/features/approval-chains/chain-values';
import type { ChainNames } from '@/features/approval-chains/use-chain-names';
import { useTranslation } from '@/lib/use-translation';

interface StepsFieldProps {
  name: string;
  value: readonly StepValues[];
  onValueChange: (steps: StepValues[]) => void;
  names: ChainNames;
  error: string | undefined;
}

/** The steps in their order; a step may be decided beside the one before. */
export function StepsField({ name, value, onValueChange, names, error }: StepsFieldProps) {
  const { t } = useTranslation('approval-chains');
  const change = (index: number, fields: Partial<StepValues>) =>
    onValueChange(value.map((step, at) => (at === index ? { ...step, ...fields } : step)));
  const move = (from: number, to: number) => {
    const next = [...value];
    const [step] = next.splice(from, 1);
    if (step) next.splice(to, 0, step);
    onValueChange(next);
  };
  const options = [
    ...(['crew_foreman', 'project_manager'] as const).map((decider) => ({
      value: decider as string,
      label: t(`decider.${decider}`),
    })),
    { value: 'role manager', label: t('decider.role') },
    { value: 'role owner', label: t('decider.owner') },
    ...names.roles.map(({ id, name: role }) => ({
      value: `company_role ${id}`,
      label: t('decider.named', { name: role }),
    })),
    ...names.approvers.map((person) => ({ value: `person ${person.value}`, label: person.label })),
  ];
  return (
    <fieldset name={name} className="grid gap-2 sm:col-span-2" aria-describedby={`${name}-hint`}>
      <legend className="mb-1.5 font-[550] text-sm">{t('form.steps')}</legend>
      <ol className="grid gap-2">
        {value.map((step, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a step has nothing else until it is saved.
          <li key={index} className="grid gap-2 rounded-card border p-3">
            <div className="flex items-center gap-2">
              <span className="font-[620] text-sm">
                {t('form.stepNumber', { number: index + 1 })}
              </span>
              <span className="ml-auto flex">
                {(
                  [
                    ['up', ArrowUp, index - 1],
                    ['down', ArrowDown, index + 1],
                  ] as const
                ).map(([direction, Icon, to]) => (
                  <Button
                    key={direction}
                    variant="ghost"
                    size="icon"
                    aria-label={t(`form.${direction}`, { number: index + 1 })}
                    disabled={to < 0 || to >= value.length}
                    onClick={() => move(index, to)}
                  >
                    <Icon aria-hidden="true" />
                  </Button>
                ))}
                <Button
                  variant="ghost"
                  size="icon"
                  aria-label={t('form.remove', { number: index + 1 })}
                  onClick={() => onValueChange(value.filter((_, at) => at !== index))}
                >
                  <X aria-hidden="true" />
                </Button>
              </span>
            </div>
            <div className="grid gap-2 sm:grid-cols-2">
              <Select
                aria-label={t('form.who', { number: index + 1 })}
                placeholder={t('form.whoPlaceholder')}
                value={step.who || undefined}
                options={options}
                onValueChange={(who) => change(index, { who })}
              />
              <Input
                aria-label={t('form.stepName', { number: index + 1 })}
                placeholder={t('form.stepNamePlaceholder')}
                maxLength={60}
                value={step.name}
                onChange={(event) => change(index, { name: event.target.value })}
              />
            </div>
            {index > 0 && (
              // biome-ignore lint/a11y/noLabelWithoutControl: the checkbox stands inside.
              <label className="flex items-center gap-2 text-sm">
                <Checkbox
                  checked={step.beside}
                  onCheckedChange={(isBeside) => change(index, { beside: isBeside === true })}
                />
                {t('form.beside')}
              </label>
            )}
          </li>
        ))}
      </ol>
      <Button
        className="justify-self-start"
        disabled={value.length >= 10}
        onClick={() => onValueChange([...value, { who: '', name: '', beside: false }])}
      >
        <Plus aria-hidden="true" />
        {t('form.addStep')}
      </Button>
      <p id={`${name}-hint`} className={error ? 'text-danger text-sm' : 'text-muted text-sm'}>
        {error ?? t('form.stepsHint')}
      </p>
    </fieldset>
  );
}
