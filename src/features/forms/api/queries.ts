import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { FormAnswers } from '@/entities/form/form-answers';
import type { FormCategory, FormDefinition } from '@/entities/form/form-definition';
import type { Frequency } from '@/entities/form/forms-due-query';
import { allRows } from '@/lib/all-pages';
import { type Outcome, unwrap } from '@/lib/errors';
import type { IsoDate } from '@/lib/format';
import { queryKeys } from '@/lib/query-keys';
import type { Narrowed, Row } from '@/lib/rows';
import { rowsQuery } from '@/lib/rows-query';
import { supabase } from '@/lib/supabase';

export type Form = Narrowed<Row<'forms'>, { category: FormCategory }> & {
  /** The newest version. */
  form_versions: { number: number }[];
};

/** All forms of the company, archived ones too, with the number of the newest version. */
export const formsQuery = (companyId: string) =>
  rowsQuery<Form[]>([queryKeys.forms, 'list', companyId], () =>
    supabase()
      .from('forms')
      .select('*, form_versions(number)')
      .eq('company_id', companyId)
      .order('series_position', { nullsFirst: true })
      .order('name')
      .order('number', { referencedTable: 'form_versions', ascending: false })
      .limit(1, { referencedTable: 'form_versions' }),
  );

/** The newest version of a form. */
export const versionQuery = (companyId: string, formId: string) =>
  queryOptions({
    queryKey: [queryKeys.forms, 'version', companyId, formId],
    queryFn: async ({ signal }) =>
      unwrap(
        await supabase()
          .from('form_versions')
          .select('number, definition')
          .eq('company_id', companyId)
          .eq('form_id', formId)
          .order('number', { ascending: false })
          .limit(1)
          .abortSignal(signal)
          .single(),
      ) as unknown as { number: number; definition: FormDefinition },
  });

export type Assignment = Narrowed<
  Row<'form_assignments'>,
  { every: Frequency; filled_by: 'anyone' | 'foreman'; series: 'toolbox_talks' | null }
> & {
  forms: { name: string; name_es: string } | null;
  projects: { name: string } | null;
  crews: { name: string } | null;
  equipment: { name: string; number: string | null } | null;
  equipment_classes: { name: string } | null;
};

const PLACES = 'forms(name, name_es), projects(name), crews(name), equipment(name, number)';

export const assignmentsQuery = (companyId: string) =>
  rowsQuery<Assignment[]>([queryKeys.forms, 'assignments', companyId], () =>
    supabase()
      .from('form_assignments')
      .select(`*, ${PLACES}, equipment_classes(name)`)
      .eq('company_id', companyId)
      .order('created_at', { ascending: false }),
  );

export interface FilledFilter {
  formId: string | null;
  projectId: string | null;
  employeeId: string | null;
  equipmentId: string | null;
  failedOnly: boolean;
}

export interface Filled {
  id: string;
  failed: number;
  filled_at: string;
  corrects_id: string | null;
  forms: { name: string; name_es: string };
  projects: { name: string } | null;
  employees: { first_name: string; last_name: string } | null;
}

const PAGE = 50;

/** The filters in words of the data API. */
const narrowed = (companyId: string, filter: FilledFilter): Record<string, string> => ({
  company_id: companyId,
  ...(filter.formId && { form_id: filter.formId }),
  ...(filter.projectId && { project_id: filter.projectId }),
  ...(filter.employeeId && { employee_id: filter.employeeId }),
  ...(filter.equipmentId && { equipment_id: filter.equipmentId }),
});

/** Filled forms, the newest first, page by page. */
export const filledQuery = (companyId: string, filter: FilledFilter) =>
  infiniteQueryOptions({
    queryKey: [queryKeys.forms, 'filled', companyId, filter],
    initialPageParam: 0,
    getNextPageParam: (last: Filled[], pages) =>
      last.length === PAGE ? pages.length * PAGE : undefined,
    queryFn: async ({ signal, pageParam }) => {
      const rows = supabase()
        .from('form_submissions')
        .select(
          'id, failed, filled_at, corrects_id, forms(name, name_es), projects(name), employees(first_name, last_name)',
        )
        .match(narrowed(companyId, filter))
        .gte('failed', filter.failedOnly ? 1 : 0);
      return unwrap(
        await rows
          .order('filled_at', { ascending: false })
          .order('id')
          .range(pageParam, pageParam + PAGE - 1)
          .abortSignal(signal),
      ) as unknown as Filled[];
    },
  });

export interface FilledPhoto {
  id: string;
  path: string;
  uploaded_at: string | null;
}

export type Submission = Narrowed<
  Row<'form_submissions'>,
  { answers: FormAnswers; language: 'en' | 'es' }
> &
  Filled & {
    form_versions: { number: number; definition: FormDefinition };
    crews: { name: string } | null;
    equipment: { name: string; number: string | null } | null;
    photos: FilledPhoto[];
    /** Later ones that correct it. */
    corrections: string[];
  };

/** Those of one filled form. */
export const photosOf = async (
  companyId: string,
  ids: readonly string[],
  signal?: AbortSignal,
): Promise<FilledPhoto[]> => {
  if (ids.length === 0) return [];
  const photos = supabase()
    .from('photos')
    .select('id, path, uploaded_at')
    .eq('company_id', companyId)
    .in('id', ids);
  return unwrap(await (signal ? photos.abortSignal(signal) : photos));
};

/** One filled form with the version it was filled with, its photos and corrections. */
export const submissionQuery = (companyId: string, id: string) =>
  queryOptions({
    queryKey: [queryKeys.forms, 'one', companyId, id],
    queryFn: async ({ signal }): Promise<Submission> => {
      const row = unwrap(
        await supabase()
          .from('form_submissions')
          .select(
            `*, form_versions(number, definition), ${PLACES}, employees(first_name, last_name)`,
          )
          .eq('company_id', companyId)
          .eq('id', id)
          .abortSignal(signal)
          .single(),
      ) as unknown as Submission;
      const [photos, corrections] = await Promise.all([
        photosOf(companyId, row.photo_ids, signal),
        supabase()
          .from('form_submissions')
          .select('id')
          .eq('company_id', companyId)
          .eq('corrects_id', id)
          .abortSignal(signal),
      ]);
      return {
        ...row,
        photos,
        corrections: unwrap(corrections).map((one) => one.id),
      };
    },
  });

export interface MissingForm {
  assignment_id: string;
  form_name: string;
  form_name_es: string;
  every: Frequency;
  employee_id: string | null;
  employee_name: string | null;
  project_name: string | null;
  crew_name: string | null;
  equipment_id: string | null;
  equipment_name: string | null;
  period_start: IsoDate;
  period_end: IsoDate;
  done_id: string | null;
}

/** What was to be filled in these days, and whether it was. */
export const missingQuery = (companyId: string, from: IsoDate, to: IsoDate) =>
  rowsQuery<MissingForm[]>([queryKeys.forms, 'missing', companyId, from, to], () =>
    supabase().rpc('forms_missing', { from_param: from, to_param: to }),
  );

/** What files of filled forms are made of. */
export type FilledRecord = Pick<
  Submission,
  | 'id'
  | 'failed'
  | 'filled_at'
  | 'created_at'
  | 'work_date'
  | 'answers'
  | 'photo_ids'
  | 'forms'
  | 'projects'
  | 'employees'
  | 'crews'
  | 'equipment'
  | 'form_versions'
>;

/** Everything the filters match, the newest first, with answers and the questions they were given to. */
export const filledRecords = (companyId: string, filter: FilledFilter): Promise<FilledRecord[]> =>
  allRows(
    () =>
      supabase()
        .from('form_submissions')
        .select(
          `id, failed, filled_at, created_at, work_date, answers, photo_ids, form_versions(number, definition), ${PLACES}, employees(first_name, last_name)`,
        )
        .match(narrowed(companyId, filter))
        .gte('failed', filter.failedOnly ? 1 : 0)
        .order('filled_at', { ascending: false })
        .order('id') as unknown as {
        range(from: number, to: number): PromiseLike<Outcome<FilledRecord[]>>;
      },
  );
