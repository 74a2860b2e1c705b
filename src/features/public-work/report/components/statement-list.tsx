import { use, useId } from 'react';
import { FormErrors } from '@/components/form/form-errors';
import { Checkbox } from '@/components/ui/checkbox';
import {
  STATEMENT_LEAD_IN,
  STATEMENT_NUMBERS,
  STATEMENTS,
  type StatementNumber,
} from '@/entities/certified-payroll/statements';
import { cn } from '@/lib/class-names';
import { useTranslation } from '@/lib/use-translation';

interface StatementListProps {
  required: readonly StatementNumber[];
  ticked: readonly StatementNumber[];
  onTick: (number: StatementNumber, on: boolean) => void;
}

/**
 * The six statements in the form's own words, ticked one by one. They are in English in every language of
 * the screen, since that is what is signed; what each means stands below it.
 */
export function StatementList({ required, ticked, onTick }: StatementListProps) {
  const { t, language } = useTranslation('certified-payroll');
  const id = useId();
  const error = use(FormErrors)['statements'];
  return (
    <fieldset className="grid gap-3" aria-describedby={error ? `${id}-error` : undefined}>
      <legend className="contents">
        <span lang="en" className="text-sm">
          “{STATEMENT_LEAD_IN}”
        </span>
      </legend>
      <ol className="grid gap-3">
        {STATEMENT_NUMBERS.map((number) => {
          const belongs = required.includes(number);
          const isTicked = ticked.includes(number);
          return (
            <li key={number} className="flex items-start gap-3">
              <Checkbox
                id={`${id}-${number}`}
                className="mt-0.5"
                checked={isTicked}
                disabled={!belongs}
                aria-invalid={error !== undefined && belongs && !isTicked ? true : undefined}
                aria-label={t('sign.statement', { number })}
                aria-describedby={`${id}-${number}-text`}
                onCheckedChange={(on) => onTick(number, on === true)}
              />
              <label
                htmlFor={`${id}-${number}`}
                className={cn('flex gap-2 text-sm', !belongs && 'text-muted')}
              >
                <span className="tabular font-[620]">{number}</span>
                <span id={`${id}-${number}-text`}>
                  {!belongs && (
                    <span className="block font-[550]">
                      {t(number === 4 ? 'sign.noApprentices' : 'sign.noFringes')}
                    </span>
                  )}
                  <span lang="en">“{STATEMENTS[number]}”</span>
                  {language !== 'en' && (
                    <span className="block text-muted">{t(`meaning.${number}`)}</span>
                  )}
                </span>
              </label>
            </li>
          );
        })}
      </ol>
      {error && (
        <p id={`${id}-error`} role="alert" className="text-danger text-sm">
          {error}
        </p>
      )}
    </fieldset>
  );
}
