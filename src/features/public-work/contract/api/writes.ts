import { deleteRow, saveRow } from '@/entities/edit/save-row';
import { refreshTime } from '@/entities/running-entry/update-running-entry';
import type {
  Contract,
  Determination,
  PersonClass,
  WorkClass,
} from '@/features/public-work/contract/api/queries';
import { addLines } from '@/features/public-work/fringe/api/save-lines';
import { unwrap } from '@/lib/errors';
import { queryKeys } from '@/lib/query-keys';
import { supabase } from '@/lib/supabase';
import { useTranslation } from '@/lib/use-translation';
import { useWrite } from '@/lib/use-write';

/** Rates, classes and rules reach the pay of everyone who worked there. */
const STALE = [queryKeys.publicWork, queryKeys.payroll, queryKeys.owed, refreshTime] as const;

export type ContractFields = Omit<
  Contract,
  'id' | 'company_id' | 'project_id' | 'created_at' | 'created_by' | 'updated_at'
>;

interface Draft<Fields, Opened> {
  fields: Fields;
  /** As it was when it was opened; null: a new one. */
  opened: Opened | null;
}

export function useSaveContract(companyId: string, projectId: string) {
  const { t } = useTranslation('public-contract');
  return useWrite({
    send: ({ fields, opened }: Draft<ContractFields, Contract>) =>
      saveRow({
        table: 'public_contracts',
        companyId,
        fields: opened ? fields : { ...fields, project_id: projectId },
        opened,
      }),
    done: t('contract.saved'),
    // Whether the company has public work comes with the viewer.
    stale: [...STALE, queryKeys.viewer],
    quiet: true,
  });
}

export function useRemoveContract(companyId: string) {
  const { t } = useTranslation('public-contract');
  return useWrite({
    send: (id: string) => deleteRow('public_contracts', companyId, id),
    done: t('contract.removed'),
    stale: [...STALE, queryKeys.viewer],
    failureText: 'public-contract:failure.remove',
  });
}

export type DeterminationFields = Omit<Determination, 'id' | 'classes'>;

interface DeterminationDraft extends Draft<DeterminationFields, Determination> {
  /** The modification whose classes a new one begins with. */
  previous: string | null;
}

export function useSaveDetermination(companyId: string, projectId: string) {
  const { t } = useTranslation('public-contract');
  return useWrite({
    send: async ({ fields, previous, opened }: DeterminationDraft): Promise<void> => {
      if (previous && !opened) {
        unwrap(
          await supabase().rpc('add_modification', {
            determination_id_param: previous,
            modification_param: fields.modification,
            published_on_param: fields.published_on as string,
            effective_from_param: fields.effective_from,
          }),
        );
        return;
      }
      await saveRow({
        table: 'wage_determinations',
        companyId,
        fields: opened ? fields : { ...fields, project_id: projectId },
        opened,
      });
    },
    done: t('determinations.saved'),
    stale: STALE,
    quiet: true,
  });
}

export function useRemoveDetermination(companyId: string) {
  const { t } = useTranslation('public-contract');
  return useWrite({
    send: (id: string) => deleteRow('wage_determinations', companyId, id),
    done: t('determinations.removed'),
    stale: STALE,
    failureText: 'public-contract:failure.remove',
  });
}

export type ClassFields = Omit<WorkClass, 'id' | 'determination_id'>;

export function useSaveClass(companyId: string, determinationId: string) {
  const { t } = useTranslation('public-contract');
  return useWrite({
    send: ({ fields, opened }: Draft<ClassFields, WorkClass>) =>
      saveRow({
        table: 'work_classifications',
        companyId,
        fields: opened ? fields : { ...fields, determination_id: determinationId },
        opened,
      }),
    done: t('classes.saved'),
    stale: STALE,
    quiet: true,
  });
}

export function useRemoveClass(companyId: string) {
  const { t } = useTranslation('public-contract');
  return useWrite({
    send: (id: string) => deleteRow('work_classifications', companyId, id),
    done: t('classes.removed'),
    stale: STALE,
    failureText: 'public-contract:failure.remove',
  });
}

export interface CodeChoice {
  costCodeId: string;
  classificationId: string | null;
  opened: { id: string; cost_code_id: string; classification_id: string } | null;
}

/** A choice in the map: one line at a time. */
export function useMapCode(companyId: string, projectId: string) {
  const { t } = useTranslation('public-contract');
  return useWrite({
    send: async ({ costCodeId, classificationId, opened }: CodeChoice) => {
      if (classificationId === null) {
        if (opened) await deleteRow('cost_code_classifications', companyId, opened.id);
        return;
      }
      const fields = { classification_id: classificationId };
      const own = { ...fields, project_id: projectId, cost_code_id: costCodeId };
      await saveRow({
        table: 'cost_code_classifications',
        companyId,
        fields: opened ? fields : own,
        opened,
      });
    },
    done: t('codes.saved'),
    stale: STALE,
    failureText: 'public-contract:failure.save',
  });
}

export type PersonClassFields = Pick<
  PersonClass,
  'classification_id' | 'from_date' | 'cash_in_lieu'
>;

/** The line of one person, as it was opened. */
export function useChangePersonClass(companyId: string) {
  const { t } = useTranslation('public-contract');
  return useWrite({
    send: ({ fields, opened }: { fields: PersonClassFields; opened: PersonClass }) =>
      saveRow({ table: 'employee_classifications', companyId, fields, opened }),
    done: t('people.saved', { count: 1 }),
    stale: STALE,
    quiet: true,
  });
}

interface PeopleDraft {
  employeeIds: readonly string[];
  fields: PersonClassFields;
}

/** A line for each of them; returns who was refused, and why. */
export function useAddPersonClasses(projectId: string) {
  const { t } = useTranslation('public-contract');
  return useWrite({
    send: async ({ employeeIds, fields }: PeopleDraft) => {
      const problems = await addLines(
        'employee_classifications',
        employeeIds.map((employee_id) => ({ ...fields, employee_id, project_id: projectId })),
      );
      return employeeIds.flatMap((employeeId, index) => {
        const problem = problems[index];
        return problem ? [{ employeeId, problem }] : [];
      });
    },
    done: (refused, { employeeIds }) => {
      const count = employeeIds.length - refused.length;
      return count > 0 ? t('people.saved', { count }) : null;
    },
    stale: STALE,
    quiet: true,
  });
}

export function useRemovePersonClass(companyId: string) {
  const { t } = useTranslation('public-contract');
  return useWrite({
    send: (id: string) => deleteRow('employee_classifications', companyId, id),
    done: t('people.removed'),
    stale: STALE,
    failureText: 'public-contract:failure.remove',
  });
}

interface Filling {
  projectId: string;
  start: string;
  end: string;
}

/** After maps were made: time that has no class gets the one of its code, else the usual one. */
export function useFillClasses() {
  const { t } = useTranslation('public-contract');
  return useWrite({
    send: async ({ projectId, start, end }: Filling) =>
      unwrap(
        await supabase().rpc('fill_classifications', {
          project_id_param: projectId,
          start_date_param: start,
          end_date_param: end,
        }),
      ),
    done: (count) =>
      count > 0
        ? t('check.filled', { count })
        : { title: t('check.filledNone'), description: t('check.filledNoneText'), tone: 'info' },
    stale: STALE,
    failureText: 'public-contract:failure.fill',
  });
}
