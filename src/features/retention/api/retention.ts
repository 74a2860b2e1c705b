import { queryOptions } from '@tanstack/react-query';
import { deleteRow } from '@/entities/edit/save-row';
import { allRows } from '@/lib/all-pages';
import { unwrap } from '@/lib/errors';
import { queryKeys } from '@/lib/query-keys';
import type { Narrowed, Row } from '@/lib/rows';
import { supabase } from '@/lib/supabase';
import { useTranslation } from '@/lib/use-translation';
import { useWrite } from '@/lib/use-write';

/** What can be deleted after years, in the order of the card. */
export const KINDS = [
  'history',
  'answers',
  'payments',
  'incidents',
  'messages',
  'photos',
  'visits',
] as const;
export type RecordKind = (typeof KINDS)[number];

export type RetentionRule = Narrowed<Row<'retention_rules'>, { kind: RecordKind }>;
export type LegalHold = Row<'legal_holds'>;

/** A law that says how long; US: everywhere. */
interface RetentionLaw {
  state: string;
  years: number;
  /** Null: no law that we know. */
  law: string | null;
}

interface KindPreview {
  /** How many would go tonight. */
  count: number;
  /** The fewest years, by the laws of the company's states. */
  minimum: number;
  law: readonly RetentionLaw[];
}

export type RetentionPreview = Record<RecordKind, KindPreview> & { states: readonly string[] };

export const rulesQuery = (companyId: string) =>
  queryOptions({
    queryKey: [queryKeys.retention, companyId],
    queryFn: async ({ signal }) => {
      const [rules, preview] = await Promise.all([
        supabase()
          .from('retention_rules')
          .select('*')
          .eq('company_id', companyId)
          .abortSignal(signal),
        supabase().rpc('retention_preview').abortSignal(signal),
      ]);
      return {
        rules: unwrap(rules) as RetentionRule[],
        preview: unwrap(preview) as unknown as RetentionPreview,
      };
    },
  });

export const holdsQuery = (companyId: string) =>
  queryOptions({
    queryKey: [queryKeys.retention, 'holds', companyId],
    queryFn: ({ signal }): Promise<LegalHold[]> =>
      allRows(() =>
        supabase()
          .from('legal_holds')
          .select('*')
          .eq('company_id', companyId)
          .is('released_at', null)
          .order('created_at', { ascending: false })
          .order('id')
          .abortSignal(signal),
      ),
  });

const stale = [queryKeys.retention];

/** Null: nothing of the kind is deleted. */
export function useSetYears(companyId: string) {
  const { t } = useTranslation('retention');
  return useWrite({
    send: async ({
      kind,
      years,
      rule,
    }: {
      kind: RecordKind;
      years: number | null;
      rule: RetentionRule | undefined;
    }) => {
      const table = supabase().from('retention_rules');
      if (years === null) return rule && deleteRow('retention_rules', companyId, rule.id);
      unwrap(
        rule
          ? await table.update({ years }).eq('company_id', companyId).eq('id', rule.id)
          : await table.insert({ kind, years }),
      );
    },
    done: t('saved'),
    stale,
  });
}

interface NewHold {
  employeeId: string | null;
  projectId: string | null;
  reason: string;
}

export function useAddHold() {
  const { t } = useTranslation('retention');
  return useWrite({
    send: async ({ employeeId, projectId, reason }: NewHold) =>
      unwrap(
        await supabase()
          .from('legal_holds')
          .insert({ employee_id: employeeId, project_id: projectId, reason }),
      ),
    done: t('holds.added'),
    stale,
    quiet: true,
  });
}

export function useEndHold() {
  const { t } = useTranslation('retention');
  return useWrite({
    send: async ({ id, reason }: { id: string; reason: string }) =>
      unwrap(await supabase().rpc('release_legal_hold', { id_param: id, reason_param: reason })),
    done: t('holds.ended'),
    stale,
    quiet: true,
  });
}
