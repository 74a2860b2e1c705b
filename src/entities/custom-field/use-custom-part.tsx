import { Suspense, useState } from 'react';
import { late } from '@/components/shared/late';
import type { CustomTable, CustomValues } from '@/entities/custom-field/custom-field';
import { useHasCustomFields } from '@/entities/custom-field/custom-fields-query';
import { withTexts } from '@/lib/with-texts';

const TableInputs = late(
  async () =>
    (await withTexts(import('@/entities/custom-field/custom-inputs'), 'custom-fields')).default,
);

interface PartForm {
  values: { custom: CustomValues };
  set: (changes: { custom: CustomValues }) => void;
  attempts: number;
}

/**
 * The custom fields of a form, in three lines of it: `custom: customOf(row)` among its initial values,
 * `...custom.read(values, wrong)` in what is sent, and `custom.part(form)` where they stand.
 */
export function useCustomPart(table: CustomTable) {
  const isUsed = useHasCustomFields(table);
  const [problem, setProblem] = useState<string | null>(null);
  return {
    isUsed,
    problem,
    read: (
      values: { custom: CustomValues },
      wrong: (name: 'custom', text: string) => unknown,
    ): { custom?: CustomValues } => {
      if (problem) wrong('custom', problem);
      return isUsed ? { custom: values.custom } : {};
    },
    part: ({ values, set, attempts }: PartForm, disabled?: boolean) =>
      isUsed && (
        <Suspense>
          <TableInputs
            table={table}
            values={values.custom}
            onValuesChange={(custom) => set({ custom })}
            attempted={attempts > 0}
            onProblem={setProblem}
            disabled={disabled}
          />
        </Suspense>
      ),
  };
}
