import { useQuery } from '@tanstack/react-query';
import { Loaded } from '@/components/shared/loaded';
import { ListSkeleton } from '@/components/shared/loading-state';
import { Notice } from '@/components/shared/notice';
import { SettingsCard } from '@/components/shared/settings-card';
import { Progress } from '@/components/ui/progress';
import { readableNumber } from '@/entities/texts/readable-number';
import { useEmployee } from '@/entities/viewer/use-viewer';
import {
  type TextSettings,
  type TextSpending,
  textSettingsQuery,
  textSpendingQuery,
} from '@/features/texts/api/company-texts';
import { CompanyTextsForm } from '@/features/texts/components/company-texts-form';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

/** Whether the company sends texts, what they may cost, and what they cost this month. Owners change it. */
export function CompanyTextsCard() {
  const { t } = useTranslation('texts');
  const employee = useEmployee();
  const companyId = employee?.company_id ?? '';
  const settings = useQuery({ ...textSettingsQuery(companyId), enabled: employee !== null });
  const spending = useQuery({ ...textSpendingQuery(companyId), enabled: employee !== null });
  if (!employee) return null;
  return (
    <SettingsCard title={t('company.title')} text={t('company.text')}>
      <Loaded query={spending} skeleton={<ListSkeleton rows={1} />}>
        {(spent) => (
          <Loaded query={settings} skeleton={<ListSkeleton rows={2} />}>
            {(stored) => (
              <div className="grid gap-4">
                {!spent.available && <Notice tone="info">{t('company.notAvailable')}</Notice>}
                {stored.enabled && <Spending spent={spent} stored={stored} />}
                <CompanyTextsForm stored={stored} disabled={employee.role !== 'owner'} />
              </div>
            )}
          </Loaded>
        )}
      </Loaded>
    </SettingsCard>
  );
}

function Spending({ spent, stored }: { spent: TextSpending; stored: TextSettings }) {
  const { t } = useTranslation('texts');
  const format = useFormat();
  const cap = stored.monthly_cap_cents;
  const label = t('company.spent', {
    spent: format.moneyFromCents(spent.spent_cents),
    cap: format.moneyFromCents(cap),
    count: spent.texts,
  });
  return (
    <section aria-label={t('company.month')} className="grid gap-1.5 text-sm">
      <p className="font-[550]">{label}</p>
      <Progress
        value={cap === 0 ? 100 : Math.min(100, (spent.spent_cents / cap) * 100)}
        label={label}
        tone={spent.cap_reached ? 'attention' : 'primary'}
      />
      {spent.cap_reached && <Notice tone="attention">{t('company.capReached')}</Notice>}
      <p className="text-muted">
        {t('company.agreed', { agreed: spent.agreed, people: spent.people })}
        {spent.sender && <> {t('company.sender', { sender: readableNumber(spent.sender) })}</>}
      </p>
    </section>
  );
}
