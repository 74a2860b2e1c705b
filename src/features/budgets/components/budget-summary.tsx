import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { CardLink } from '@/components/shared/card-link';
import { Loaded } from '@/components/shared/loaded';
import { ListSkeleton } from '@/components/shared/loading-state';
import { Button } from '@/components/ui/button';
import { Card, CardHeader } from '@/components/ui/card';
import { useMayOnProject } from '@/entities/company-role/use-may-on-project';
import { useProject } from '@/entities/project/projects-query';
import { useCalendar } from '@/entities/time-entry/use-calendar';
import { useViewer } from '@/entities/viewer/use-viewer';
import {
  budgetForecastQuery,
  budgetPaceQuery,
  budgetReportQuery,
} from '@/features/budgets/api/queries';
import { type Figures, type Subtotal, subtotal } from '@/features/budgets/budget-rows';
import { FinishDate } from '@/features/budgets/components/finish-date';
import { OverBudget, useAmount } from '@/features/budgets/components/forecast-card';
import { UsedBar } from '@/features/budgets/components/used-bar';
import { finishOf, hoursAtCompletion, laborAtCompletion } from '@/features/budgets/forecast';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

/** The hours of a project against its budget, and for managers the dollars, with the one forecast. */
export function BudgetSummary({ projectId }: { projectId: string }) {
  const { t } = useTranslation('budgets');
  const mayWrite = useMayOnProject('budgets', projectId);
  const [view, setView] = useState<'hours' | 'dollars'>('hours');
  const hasPhases = useProject(projectId)?.hasPhases ?? false;
  const report = useQuery(budgetReportQuery(projectId, hasPhases));
  const lines = report.data ?? [];
  const budgeted = lines.some((line) => line.budgeted);
  return (
    <Card>
      <CardHeader
        title={t('summary.title')}
        action={
          mayWrite &&
          budgeted && (
            <fieldset className="flex gap-1">
              <legend className="sr-only">{t('summary.view')}</legend>
              {(['hours', 'dollars'] as const).map((name) => (
                <Button
                  key={name}
                  size="small"
                  variant={view === name ? 'outline' : 'ghost'}
                  aria-pressed={view === name}
                  onClick={() => setView(name)}
                >
                  {t(`summary.${name}`)}
                </Button>
              ))}
            </fieldset>
          )
        }
      />
      <Loaded query={report} skeleton={<ListSkeleton />}>
        {budgeted ? (
          <Figured projectId={projectId} totals={subtotal(lines)} isCost={view === 'dollars'} />
        ) : (
          <p className="flex justify-between gap-3 px-5 pb-4 text-muted text-sm">
            {t('summary.none')}
            {mayWrite && (
              <CardLink to={`/budgets?project=${projectId}&edit=1`}>{t('summary.add')}</CardLink>
            )}
          </p>
        )}
      </Loaded>
    </Card>
  );
}

interface FiguredProps {
  projectId: string;
  totals: Subtotal;
  isCost: boolean;
}

function Figured({ projectId, totals, isCost }: FiguredProps) {
  const { t } = useTranslation('budgets');
  const format = useFormat();
  const companyId = useViewer().company?.id ?? '';
  const { today } = useCalendar();
  const { data: forecasts = [] } = useQuery(budgetForecastQuery(companyId, projectId));
  const { data: pace } = useQuery(budgetPaceQuery(projectId));
  const recent = forecasts.find(({ is_project }) => is_project);
  const labor = laborAtCompletion(totals, recent, pace);
  const figures = (isCost && labor) || hoursAtCompletion(totals, recent);
  const amount = useAmount(isCost && labor !== null);
  const hours = hoursAtCompletion(totals, recent);
  return (
    <div className="flex flex-col gap-4 px-5 pb-4">
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div>
          <p className="text-muted text-sm">
            {t(isCost && labor ? 'forecast.laborTitle' : 'forecast.title')}
          </p>
          <p className="tabular font-[660] text-stat tracking-[-0.03em]">
            {figures.forecast === null ? '–' : amount(figures.forecast)}
          </p>
          <OverBudget figures={figures} isCost={isCost && labor !== null} />
        </div>
        {recent && !recent.too_early && (
          <div className="text-sm">
            <span className="text-muted">{t('forecast.finish')}</span>
            <span className="block">
              <FinishDate
                projectId={projectId}
                finish={finishOf(totals, recent, today)}
                deadline={recent.deadline}
              />
            </span>
          </div>
        )}
      </div>
      <Used
        label={t('summary.hours')}
        text={t('summary.used', {
          used: format.number(hours.actual),
          budget: format.number(hours.budget ?? 0),
        })}
        figures={totals}
      />
      {labor !== null && labor.budget !== null && labor.budget > 0 && (
        <Used
          label={t('summary.labor')}
          text={t('summary.used', {
            used: `$${format.number(labor.actual)}`,
            budget: `$${format.number(labor.budget)}`,
          })}
          figures={{ ...totals, percent_used: (100 * labor.actual) / labor.budget }}
        />
      )}
      {(totals.equipment_amount ?? 0) > 0 && (
        <p className="tabular text-muted text-sm">
          {t('summary.machines', { amount: `$${format.number(totals.equipment_amount ?? 0)}` })}
        </p>
      )}
    </div>
  );
}

function Used({ label, text, figures }: { label: string; text: string; figures: Figures }) {
  return (
    <div>
      <p className="mb-1 flex justify-between gap-3 text-sm">
        <span className="text-muted">{label}</span>
        <span className="tabular font-[550]">{text}</span>
      </p>
      <UsedBar figures={figures} />
    </div>
  );
}
