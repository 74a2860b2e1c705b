import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { FormDialog } from '@/components/form/form-dialog';
import { useForm } from '@/components/form/use-form';
import { DateInput, type DateInputValue, isDate } from '@/components/shared/date-input';
import { Loaded } from '@/components/shared/loaded';
import { ListSkeleton } from '@/components/shared/loading-state';
import { Button } from '@/components/ui/button';
import { Card, CardBody, CardHeader } from '@/components/ui/card';
import { Field } from '@/components/ui/field';
import { Select } from '@/components/ui/select';
import { useCalendar } from '@/entities/time-entry/use-calendar';
import { useEmployee, useViewer } from '@/entities/viewer/use-viewer';
import { travelRulesQuery } from '@/features/expenses/api/queries';
import {
  TRAVEL_RULES,
  type TravelRule,
  useAddTravelRule,
  useDeleteTravelRule,
} from '@/features/expenses/api/rates';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

function RuleForm({ companyId, onClose }: { companyId: string; onClose: () => void }) {
  const { t } = useTranslation('expenses');
  const { today } = useCalendar();
  const add = useAddTravelRule(companyId);
  const form = useForm({
    initial: { rule: 'by_state' as TravelRule, from: today as DateInputValue },
    read: ({ rule, from }, wrong) => ({
      rule,
      from_date: isDate(from) ? from : wrong('from', t('rates.dateWrong')),
    }),
    submit: (fields) => add.mutateAsync(fields),
    done: onClose,
  });
  const { rule } = form.values;
  return (
    <FormDialog form={form} title={t('travel.add')} width="small" columns={1} onClose={onClose}>
      <Field label={t('travel.title')} hint={t(`travel.ruleText.${rule}`)}>
        <Select
          {...form.value('rule')}
          options={TRAVEL_RULES.map((value) => ({ value, label: t(`travel.rule.${value}`) }))}
        />
      </Field>
      <Field label={t('travel.from')}>
        <DateInput {...form.value('from')} />
      </Field>
    </FormDialog>
  );
}

/** Whether travel is paid, from which day on. */
export function TravelRules() {
  const { t } = useTranslation(['expenses', 'common']);
  const format = useFormat();
  const companyId = useViewer().company?.id ?? '';
  const isOwner = useEmployee()?.role === 'owner';
  const rules = useQuery(travelRulesQuery(companyId));
  const remove = useDeleteTravelRule(companyId);
  const [adding, setAdding] = useState(false);
  return (
    <Card>
      <CardHeader
        divided
        title={t('travel.title')}
        action={
          isOwner && (
            <Button size="small" onClick={() => setAdding(true)}>
              <Plus aria-hidden="true" />
              {t('travel.add')}
            </Button>
          )
        }
      />
      <p className="px-5 pt-4 text-muted text-sm">
        {t('travel.text')} {!isOwner && t('travel.ownersOnly')}
      </p>
      <Loaded query={rules} skeleton={<ListSkeleton />}>
        {(rows) =>
          rows.length === 0 ? (
            <CardBody className="text-muted">{t('travel.none')}</CardBody>
          ) : (
            <ul className="py-2">
              {rows.map(({ id, from_date, rule }) => (
                <li
                  key={id}
                  className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b px-5 py-2.5 last:border-b-0"
                >
                  <span className="min-w-0 flex-1 basis-52">
                    <span className="block font-[620]">
                      {t(`travel.rule.${rule as TravelRule}`)}
                    </span>
                    <span className="block text-muted text-sm">
                      {t('travel.from')} {format.date(from_date)} ·{' '}
                      {t(`travel.ruleText.${rule as TravelRule}`)}
                    </span>
                  </span>
                  {isOwner && (
                    <Button
                      size="small"
                      busy={remove.isPending && remove.variables === id}
                      onClick={() => remove.mutate(id)}
                    >
                      {t('common:action.delete')}
                    </Button>
                  )}
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
      {adding && <RuleForm companyId={companyId} onClose={() => setAdding(false)} />}
    </Card>
  );
}
