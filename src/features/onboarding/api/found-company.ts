import { presetsOffered } from '@/entities/company/overtime-presets';
import { codesOfTrades } from '@/entities/cost-code/starter-codes';
import { useSession } from '@/entities/session/use-session';
import type { CompanyDraft } from '@/features/onboarding/company-schema';
import { dropDraft } from '@/features/onboarding/draft';
import { unwrap } from '@/lib/errors';
import { serverNow } from '@/lib/server-clock';
import { supabase } from '@/lib/supabase';
import { dateOf } from '@/lib/time';
import { useTranslation } from '@/lib/use-translation';
import { useWrite } from '@/lib/use-write';
import { uuidv7 } from '@/lib/uuid';

async function addFirstProject(draft: CompanyDraft, companyId: string, userId: string) {
  if (!draft.projectName) return;
  const id = uuidv7();
  unwrap(
    await supabase()
      .from('projects')
      .insert({ id, company_id: companyId, name: draft.projectName, client: draft.client || null }),
  );
  unwrap(await supabase().from('preferences').upsert({ user_id: userId, current_project_id: id }));
}

async function addCostCodes(draft: CompanyDraft, companyId: string) {
  if (draft.trades.length === 0) return;
  const rows = codesOfTrades(draft.trades).map((code) => ({ ...code, company_id: companyId }));
  unwrap(await supabase().from('cost_codes').insert(rows));
}

async function setWeekStart(draft: CompanyDraft, companyId: string) {
  if (draft.weekStart === '0') return;
  unwrap(
    await supabase()
      .from('companies')
      .update({ week_start: Number(draft.weekStart) })
      .eq('id', companyId),
  );
}

/** The rule of the state, where its zone has one; without, the federal one holds. */
async function setOvertime({ overtime, timeZone }: CompanyDraft) {
  if (!presetsOffered(timeZone).includes(overtime)) return;
  const today = dateOf(serverNow(), timeZone);
  unwrap(
    await supabase().rpc('set_overtime_policy', {
      preset_param: overtime,
      effective_from_param: `${today.slice(0, 4)}-01-01`,
    }),
  );
}

/** Without a choice everything is on. */
async function setModules({ modules }: CompanyDraft) {
  if (modules === 'everything') return;
  unwrap(await supabase().rpc('set_modules', { preset_param: modules }));
}

/** The company must exist before the rest; what fails of the rest can be added on its own screen. */
async function foundCompany(draft: CompanyDraft, userId: string): Promise<{ complete: boolean }> {
  const founder = unwrap(
    await supabase().rpc('create_company', {
      name_param: draft.name,
      time_zone_param: draft.timeZone,
    }),
  );
  const rest = await Promise.allSettled([
    setWeekStart(draft, founder.company_id),
    setOvertime(draft),
    setModules(draft),
    addFirstProject(draft, founder.company_id, userId),
    addCostCodes(draft, founder.company_id),
  ]);
  const failures = rest.filter((outcome) => outcome.status === 'rejected');
  for (const failure of failures) console.error(failure.reason);
  return { complete: failures.length === 0 };
}

export function useFoundCompany() {
  const { t } = useTranslation('onboarding');
  const { user } = useSession();
  const userId = user?.id ?? '';
  return useWrite({
    send: (draft: CompanyDraft) => foundCompany(draft, userId),
    done: ({ complete }) => ({
      title: t('toast.created'),
      description: complete ? t('toast.createdText') : t('toast.incomplete'),
      tone: complete ? 'success' : 'error',
    }),
    onSuccess: (_founded, _draft, client) => {
      dropDraft(userId);
      // Everything was read as somebody without a company.
      return client.resetQueries();
    },
    failureText: 'onboarding:error.create',
  });
}
