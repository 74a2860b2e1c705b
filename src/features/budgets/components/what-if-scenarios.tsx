import { useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { Form } from '@/components/form/form';
import { useForm } from '@/components/form/use-form';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { useViewer } from '@/entities/viewer/use-viewer';
import { scenariosQuery } from '@/features/budgets/api/queries';
import { changesOf, useDeleteScenario, useSaveScenario } from '@/features/budgets/api/scenarios';
import { type Changes, isUnchanged, type Outcome } from '@/features/budgets/what-if';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

export interface WhatIfScenariosProps {
  projectId: string;
  changes: Changes;
  outcomeOf: (changes: Changes) => Outcome;
  onOpen: (changes: Changes) => void;
}

/** Saves the changes under a name, and shows those kept with what they mean today. */
export function WhatIfScenarios({ projectId, changes, outcomeOf, onOpen }: WhatIfScenariosProps) {
  const { t } = useTranslation('budgets');
  const format = useFormat();
  const companyId = useViewer().company?.id ?? '';
  const { data: kept = [] } = useQuery(scenariosQuery(companyId, projectId));
  const save = useSaveScenario(companyId);
  const remove = useDeleteScenario(companyId);
  const form = useForm({
    initial: { name: '' },
    read: ({ name }, wrong) => ({ projectId, name: name.trim() || wrong('name', ''), changes }),
    submit: (scenario) => save.mutateAsync(scenario),
    done: () => form.reset({ name: '' }),
  });
  const words = (outcome: Outcome) =>
    t('whatIf.outcome', {
      hours: format.number(outcome.hours),
      finish: outcome.finish ? format.dayMonth(outcome.finish) : '–',
    });
  return (
    <div className="border-t px-5 py-4">
      <Form form={form} className="flex flex-col gap-3">
        <Field label={t('whatIf.name')}>
          <Input {...form.text('name')} maxLength={100} />
        </Field>
        <Button
          type="submit"
          variant="primary"
          block
          busy={form.busy}
          disabled={!form.valid || isUnchanged(changes)}
        >
          {t('whatIf.save')}
        </Button>
      </Form>
      {kept.length > 0 && (
        <>
          <h3 className="mt-4 font-[620] text-sm">{t('whatIf.saved')}</h3>
          <ul className="divide-y">
            {kept.map((scenario) => (
              <li key={scenario.id} className="flex items-center gap-2 py-2 text-sm">
                <Button
                  variant="link"
                  size="inline"
                  aria-label={t('whatIf.open', { name: scenario.name })}
                  onClick={() => onOpen(changesOf(scenario))}
                >
                  {scenario.name}
                </Button>
                <span className="tabular ml-auto text-muted">
                  {words(outcomeOf(changesOf(scenario)))}
                </span>
                <Button
                  variant="ghost"
                  size="icon"
                  aria-label={t('whatIf.delete', { name: scenario.name })}
                  onClick={() => remove.mutate(scenario.id)}
                >
                  <X aria-hidden="true" />
                </Button>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}
