import { useState } from 'react';
import { lateDialog } from '@/components/shared/late-dialog';
import { Badge, type BadgeTone } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import type {
  HandedIn,
  OpenPage,
  Week,
  WeekState,
} from '@/features/subcontractor-page/api/subcontractor-page';
import { useTranslation } from '@/lib/use-translation';
import { useWrittenDay } from '@/lib/use-written-day';

const HandInDialog = lateDialog(async () => ({
  default: (await import('@/features/subcontractor-page/components/hand-in-dialog')).HandInDialog,
}));

const TONES: Record<WeekState, BadgeTone> = {
  missing: 'danger',
  open: 'attention',
  handed_in: 'primary',
  accepted: 'success',
  returned: 'danger',
};

interface WeekRowProps {
  token: string;
  page: OpenPage;
  week: Week;
}

/** A week: its state, what was handed in, and the way to hand in. */
export function WeekRow({ token, page, week }: WeekRowProps) {
  const { t } = useTranslation('subcontractor');
  const day = useWrittenDay();
  const [isOpen, setIsOpen] = useState(false);
  const date = day.date(week.week_end);
  const isDone = week.state === 'handed_in' || week.state === 'accepted';
  return (
    <li className="grid gap-2 px-5 py-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <p className="min-w-0 grow font-[550]">{t('week', { date })}</p>
        <Badge tone={TONES[week.state]}>{t(`state.${week.state}`)}</Badge>
        <Button
          size={isDone ? 'small' : 'medium'}
          variant={isDone ? 'ghost' : 'outline'}
          aria-label={isDone ? undefined : t('handInFor', { date })}
          onClick={() => setIsOpen(true)}
        >
          {t(isDone || week.reports.length > 0 ? 'handInAgain' : 'handIn')}
        </Button>
      </div>
      {week.reports.length > 0 && (
        <ul className="grid gap-1.5">
          {week.reports.map((report) => (
            <Version key={report.id} page={page} report={report} />
          ))}
        </ul>
      )}
      {isOpen && (
        <HandInDialog token={token} page={page} week={week} onClose={() => setIsOpen(false)} />
      )}
    </li>
  );
}

function Version({ page, report }: { page: OpenPage; report: HandedIn }) {
  const { t } = useTranslation('subcontractor');
  const day = useWrittenDay();
  const facts = [
    report.number !== null && t('number', { number: report.number }),
    report.no_work && t('noWork'),
    !report.no_work && report.workers !== null && t('workers', { count: report.workers }),
    !report.no_work && report.hours !== null && t('hours', { hours: report.hours }),
    report.final && t('final'),
    report.file_name,
  ];
  return (
    <li className="rounded-small bg-sunken px-3 py-2 text-sm">
      <p className="wrap-anywhere">
        <span className="font-[550]">{t('version', { version: report.version })}</span>
        {' · '}
        {t(`state.${report.status}`)}
        {facts.filter(Boolean).map((fact) => ` · ${fact}`)}
      </p>
      <p className="text-muted">
        {t('byAt', { name: report.handed_in_by, date: day.dateOf(report.handed_in_at) })}
      </p>
      {report.decision_note && (
        <p className="mt-1 font-[550] wrap-anywhere">
          {t('noteFrom', { company: page.company, note: report.decision_note })}
        </p>
      )}
    </li>
  );
}
