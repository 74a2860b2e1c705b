import { useCostCodeOptions } from '@/entities/cost-code/cost-codes-query';
import { useProjectOptions } from '@/entities/project/projects-query';
import { ROLES } from '@/entities/viewer/viewer';
import { useFormat } from '@/lib/format-context';
import type { NameUnder } from '@/lib/translation-keys';
import { useTranslation } from '@/lib/use-translation';

/** Columns that have words. */
export type HistoryField = NameUnder<'employees', 'history.field'>;

const NOTHING = '–';
/** Before anybody worked here: the rate holds from the beginning. */
const BEGINNING = '1970-01-01';

/** A stored value as people would write it. */
export function useHistoryLabels(): (field: HistoryField, value: unknown) => string {
  const { t } = useTranslation(['employees', 'common']);
  const format = useFormat();
  const { data: projects = [] } = useProjectOptions();
  const { data: codes = [] } = useCostCodeOptions();
  return (field, value) => {
    if (value === null || value === undefined || value === '') return NOTHING;
    switch (field) {
      case 'role': {
        const role = ROLES.find((known) => known === value);
        return role ? t(`common:role.${role}`) : String(value);
      }
      case 'active':
        return t(value ? 'history.yes' : 'history.no');
      case 'hourly_rate':
        return format.money(Number(value));
      case 'effective_from':
        return value === BEGINNING ? t('rates.beginning') : format.date(String(value));
      case 'expires_at':
      case 'link_made_at':
      case 'accepted_at':
      case 'withdrawn_at':
      case 'recovery_made_at':
        return format.dateTime(String(value));
      case 'project_id':
        return projects.find(({ id }) => id === value)?.name ?? NOTHING;
      case 'cost_code_id':
        return codes.find(({ id }) => id === value)?.code ?? NOTHING;
      case 'external_ids':
        return format.list(Object.values(value).map(String)) || NOTHING;
      default:
        return String(value);
    }
  };
}
