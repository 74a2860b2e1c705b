import { X } from 'lucide-react';
import { NumberInput } from '@/components/form/number-input';
import { Button } from '@/components/ui/button';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { CostCodePicker } from '@/entities/cost-code/cost-code-picker';
import {
  type DraftLine,
  isPercent,
  LIMITS,
  type LineProblem,
} from '@/features/budgets/budget-draft';
import { cn } from '@/lib/class-names';
import { useTranslation } from '@/lib/use-translation';

const NUMBERS = ['hours', 'amount', 'equipment', 'other', 'quantity'] as const;

export interface LineFieldsProps {
  line: DraftLine;
  /** Counted from 1; tells the lines apart for screen readers. */
  number: number;
  problem: LineProblem | null;
  onChange: (line: DraftLine) => void;
  onRemove: () => void;
}

export function LineFields({ line, number, problem, onChange, onRemove }: LineFieldsProps) {
  const { t } = useTranslation(['budgets', 'common']);
  const words = problem ? t(`problem.${problem}`) : undefined;
  const isAboutSteps = problem === 'milestones';
  return (
    <li>
      <fieldset
        className={cn(
          'grid grid-cols-2 gap-2 rounded-card border p-3 sm:grid-cols-[minmax(0,1fr)_repeat(6,4.75rem)_auto] sm:items-start sm:border-0 sm:p-0',
          // As in a table, the first line names the columns.
          number > 1 && 'sm:[&_label]:sr-only',
        )}
      >
        <legend className="sr-only">{t('line', { number })}</legend>
        <Field
          label={t('column.code')}
          error={isAboutSteps ? undefined : words}
          className="max-sm:col-span-2"
        >
          <CostCodePicker
            projectId={null}
            value={line.codeId}
            onValueChange={(codeId) => onChange({ ...line, codeId })}
          />
        </Field>
        {NUMBERS.map((name) => (
          <Field key={name} label={t(`field.${name}`)}>
            <NumberInput
              limits={LIMITS[name]}
              value={line[name]}
              className="tabular text-right"
              onChange={(event) => onChange({ ...line, [name]: event.target.value })}
            />
          </Field>
        ))}
        <Field label={t('field.unit')}>
          <Input
            value={line.unit}
            maxLength={20}
            onChange={(event) => onChange({ ...line, unit: event.target.value })}
          />
        </Field>
        <Button
          variant="ghost"
          size="icon"
          className={cn('self-end sm:self-start', number === 1 ? 'sm:mt-7' : 'sm:mt-1.5')}
          aria-label={t('removeLine', { number })}
          onClick={onRemove}
        >
          <X aria-hidden="true" />
        </Button>
        {isPercent(line) && (
          <Field
            label={t('field.milestones')}
            optional
            hint={t('field.milestonesHint')}
            error={isAboutSteps ? words : undefined}
            className="col-span-full [&_label]:not-sr-only!"
          >
            <Input
              value={line.milestones}
              maxLength={1000}
              onChange={(event) => onChange({ ...line, milestones: event.target.value })}
            />
          </Field>
        )}
      </fieldset>
    </li>
  );
}
