import type { ReactNode } from 'react';
import { Card } from '@/components/ui/card';
import type { CertifiedPayroll } from '@/entities/certified-payroll/certified-payroll';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

interface FactsStripProps {
  report: CertifiedPayroll;
  /** The live report knows the deadline. */
  due: CertifiedPayroll['header'];
}

/** The header of the form, and until when the report is due. */
export function FactsStrip({ report, due }: FactsStripProps) {
  const { t } = useTranslation('certified-payroll');
  const format = useFormat();
  const { header } = report;
  const isOpen = report.checks.some(({ code }) => code === 'time_not_approved');
  const where = header.location ?? [header.county, header.state].filter(Boolean).join(', ');
  return (
    <Card>
      <dl className="grid grid-cols-2 lg:grid-cols-5 lg:divide-x">
        <Fact label={t('facts.contractor')} value={header.business_name}>
          {header.contractor_role === 'prime'
            ? t('facts.prime')
            : t('facts.under', { name: header.prime_name ?? '–' })}
        </Fact>
        <Fact label={t('facts.contract')} value={header.contract_number || '–'}>
          {[header.agency, where].filter(Boolean).join(' · ')}
        </Fact>
        <Fact
          label={t('facts.determination')}
          value={
            header.determinations
              .map(({ number, modification }) =>
                modification ? t('facts.modification', { number, modification }) : number,
              )
              .join(', ') || '–'
          }
        >
          {t(`facts.cwhssa.${header.cwhssa}`)}
        </Fact>
        <Fact
          label={t('facts.time')}
          value={t(header.no_work ? 'noWork' : isOpen ? 'facts.notApproved' : 'facts.approved')}
        >
          {format.dateRange(header.week_start, header.week_end)}
        </Fact>
        <Fact
          label={t('facts.due')}
          value={
            <span className={due.is_late ? 'text-danger' : undefined}>
              {due.due_on ? format.weekdayDate(due.due_on) : t('dueUnknown')}
              {due.is_late && ` · ${t('late')}`}
            </span>
          }
        >
          {t('facts.dueText')}
        </Fact>
      </dl>
    </Card>
  );
}

interface FactProps {
  label: string;
  value: ReactNode;
  children: ReactNode;
}

function Fact({ label, value, children }: FactProps) {
  return (
    <div className="min-w-0 px-4 py-3">
      <dt className="text-muted text-xs">{label}</dt>
      <dd className="[overflow-wrap:anywhere]">
        <p className="font-[620] text-sm">{value}</p>
        <p className="text-muted text-xs">{children}</p>
      </dd>
    </div>
  );
}
