import { deleteRow, saveRow } from '@/entities/edit/save-row';
import type { Program, Step } from '@/features/public-work/apprentices/api/queries';
import { addLines } from '@/features/public-work/fringe/api/save-lines';
import type { IsoDate } from '@/lib/format';
import { queryKeys } from '@/lib/query-keys';
import { useTranslation } from '@/lib/use-translation';
import { useWrite } from '@/lib/use-write';

const STALE = [queryKeys.publicWork, queryKeys.payroll];

export type ProgramFields = Pick<
  Program,
  | 'name'
  | 'registered_with'
  | 'occupation'
  | 'ratio_apprentices'
  | 'ratio_journeyworkers'
  | 'fringe_rule'
>;

export function useSaveProgram(companyId: string) {
  const { t } = useTranslation('apprentices');
  return useWrite({
    send: ({ opened, fields }: { opened: Program | null; fields: ProgramFields }) =>
      saveRow({
        table: 'apprenticeship_programs',
        companyId,
        fields,
        opened,
        together: [['ratio_apprentices', 'ratio_journeyworkers']],
      }),
    done: t('toast.programSaved'),
    stale: STALE,
    quiet: true,
  });
}

export function useDeleteProgram(companyId: string) {
  const { t } = useTranslation('apprentices');
  return useWrite({
    send: (id: string) => deleteRow('apprenticeship_programs', companyId, id),
    done: t('toast.programDeleted'),
    stale: STALE,
    failureText: 'apprentices:error.deleteProgram',
  });
}

export interface StepFields {
  level: string;
  percent: number;
  fringe_percent: number | null;
  from_date: IsoDate;
  to_date: IsoDate | null;
}

export interface NewSteps {
  employee_id: string;
  program_id: string;
  registration_number: string | null;
  steps: readonly StepFields[];
}

/** A ladder of steps at once; returns for each what is wrong with it, null where it is saved. */
export function useAddSteps() {
  const { t } = useTranslation('apprentices');
  return useWrite({
    send: ({ steps, ...apprentice }: NewSteps) =>
      addLines(
        'apprenticeships',
        steps.map((step) => ({ ...apprentice, ...step })),
      ),
    done: (problems) => {
      const count = problems.filter((problem) => problem === null).length;
      return count > 0 ? t('toast.stepsAdded', { count }) : null;
    },
    stale: STALE,
    quiet: true,
  });
}

export function useSaveStep(companyId: string) {
  const { t } = useTranslation('apprentices');
  return useWrite({
    send: ({
      opened,
      fields,
    }: {
      opened: Step;
      fields: StepFields & { registration_number: string | null };
    }) =>
      saveRow({
        table: 'apprenticeships',
        companyId,
        fields,
        opened,
        together: [['from_date', 'to_date']],
      }),
    done: t('toast.stepSaved'),
    stale: STALE,
    quiet: true,
  });
}

export function useDeleteStep(companyId: string) {
  const { t } = useTranslation('apprentices');
  return useWrite({
    send: (id: string) => deleteRow('apprenticeships', companyId, id),
    done: t('toast.stepDeleted'),
    stale: STALE,
    failureText: 'apprentices:error.deleteStep',
  });
}
