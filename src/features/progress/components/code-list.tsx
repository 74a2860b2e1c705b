import { Plus } from 'lucide-react';
import { EmptyState } from '@/components/shared/empty-state';
import { Card, CardHeader } from '@/components/ui/card';
import { Progress } from '@/components/ui/progress';
import { milestonesOf } from '@/entities/budget/milestones';
import { CostCodePicker } from '@/entities/cost-code/cost-code-picker';
import { useCostCodeOptions } from '@/entities/cost-code/cost-codes-query';
import type { CodeProgress } from '@/features/progress/api/queries';
import type { QuantityTarget } from '@/features/progress/components/quantity-dialog';
import { useAmount } from '@/features/progress/use-amount';
import { useTranslation } from '@/lib/use-translation';

export interface CodeListProps {
  projectId: string;
  codes: readonly CodeProgress[];
  onChoose: (target: QuantityTarget) => void;
}

/** Those used last first; then those of the budget. */
function inOrder(codes: readonly CodeProgress[]): CodeProgress[] {
  return [...codes].sort(
    (one, other) =>
      (other.last_date ?? '').localeCompare(one.last_date ?? '') ||
      one.code.localeCompare(other.code),
  );
}

/** One large button per code: the first of three taps. */
export function CodeList({ projectId, codes, onChoose }: CodeListProps) {
  const { t } = useTranslation('progress');
  const { data: options = [] } = useCostCodeOptions();
  const chooseOther = (id: string | null) => {
    const known = codes.find(({ cost_code_id }) => cost_code_id === id);
    const other = options.find((option) => option.id === id);
    if (known) onChoose({ code: known });
    else if (other)
      onChoose({ code: { cost_code_id: other.id, code: other.code, name: other.name } });
  };
  return (
    <Card>
      <CardHeader title={t('enter.title')} description={t('enter.text')} divided />
      {codes.length === 0 && <EmptyState title={t('enter.empty')} text={t('enter.emptyText')} />}
      <ul className="grid gap-3 p-4 empty:hidden sm:grid-cols-2 xl:grid-cols-3">
        {inOrder(codes).map((code) => (
          <li key={code.cost_code_id}>
            <CodeButton code={code} onPress={() => onChoose({ code })} />
          </li>
        ))}
      </ul>
      <div className="border-t p-4">
        <CostCodePicker
          className="sm:max-w-md"
          projectId={projectId}
          value={null}
          placeholder={t('enter.other')}
          aria-label={t('enter.other')}
          onValueChange={chooseOther}
        />
      </div>
    </Card>
  );
}

function CodeButton({ code, onPress }: { code: CodeProgress; onPress: () => void }) {
  const { t } = useTranslation('progress');
  const amount = useAmount();
  const done = amount(code.cumulative_quantity);
  const unit = code.unit ?? '';
  const steps = milestonesOf(code.milestones ?? '');
  const words = () => {
    if (steps) {
      const reached = steps.filter(({ after }) => after <= code.cumulative_quantity).length;
      return t('milestones.done', { done: reached, count: steps.length });
    }
    return code.budget_quantity
      ? t('doneOf', { done, planned: amount(code.budget_quantity), unit })
      : t('done', { done, unit });
  };
  return (
    <button
      type="button"
      onClick={onPress}
      className="flex h-full w-full items-center gap-3 rounded-card border bg-surface p-3 text-left hover:bg-sunken"
    >
      <span className="min-w-0 flex-1">
        <span className="block font-[620]">{code.name}</span>
        <span className="block text-muted text-sm">
          {words()}
          {code.last_quantity !== null &&
            !steps &&
            ` · ${t('last', { amount: amount(code.last_quantity) })}`}
        </span>
        {code.percent_complete !== null && (
          <Progress
            value={code.percent_complete}
            label={t('progressOf', { name: code.name })}
            className="mt-2"
          />
        )}
      </span>
      <span className="grid size-11 shrink-0 place-items-center rounded-small border">
        <Plus className="size-5" aria-hidden="true" />
        <span className="sr-only">{t('add')}</span>
      </span>
    </button>
  );
}
