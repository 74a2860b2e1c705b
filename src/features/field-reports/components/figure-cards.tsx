import { Megaphone, ShieldAlert, Signature, TrendingUp, Truck, Users } from 'lucide-react';
import { PartCard, PartLine } from '@/features/field-reports/components/part-card';
import { byTrade, type Figures } from '@/features/field-reports/content';
import { injuryText } from '@/features/field-reports/files/report-pdf';
import { formatDuration } from '@/lib/duration';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

/** People by trade; their names and times one tap deeper. */
function CrewCard({ figures }: { figures: Figures }) {
  const { t } = useTranslation('field-reports');
  const format = useFormat();
  return (
    <PartCard
      icon={Users}
      title={t('part.crew')}
      aside={t('crew.sum', {
        count: figures.people,
        hours: formatDuration(figures.seconds),
      })}
    >
      {figures.crew.length === 0 && <p className="text-muted text-sm">{t('crew.none')}</p>}
      {byTrade(figures.crew).map(({ name, people, seconds }) => (
        <details key={name ?? ''} className="group">
          <summary className="touch-target cursor-pointer list-none">
            <PartLine
              label={name ?? t('crew.noTrade')}
              value={`${people.length} · ${formatDuration(seconds)}`}
            />
          </summary>
          <div className="mb-1 border-l-2 pl-3">
            {people.map((worker) => (
              <PartLine
                key={worker.employee_id}
                label={worker.name}
                value={`${worker.clock_in ? format.time(worker.clock_in) : '–'} – ${
                  worker.clock_out ? format.time(worker.clock_out) : t('crew.running')
                } · ${formatDuration(worker.seconds)}`}
              />
            ))}
          </div>
        </details>
      ))}
      {figures.planned && figures.planned.people > 0 && (
        <p className="mt-1 border-t pt-2 text-muted text-sm">
          {t('crew.planned', {
            count: figures.planned.people,
            hours: formatDuration(figures.planned.seconds),
          })}
        </p>
      )}
    </PartCard>
  );
}

/** What the records of the day say. Corrected where the time is, never here. */
export function FigureCards({ figures }: { figures: Figures }) {
  const { t, language } = useTranslation('field-reports');
  const format = useFormat();
  const amount = (value: number) => format.number(value, Number.isInteger(value) ? 0 : 2);
  return (
    <>
      <CrewCard figures={figures} />
      <PartCard
        icon={TrendingUp}
        title={t('part.quantities')}
        aside={t('quantities.codes', { count: figures.quantities.length })}
        done={figures.quantities.length > 0}
      >
        {figures.quantities.length > 0 &&
          figures.quantities.map((row) => (
            <PartLine
              key={row.cost_code_id}
              label={`${row.code} ${row.name}${row.area ? ` · ${row.area}` : ''}`}
              value={`${amount(row.quantity)} ${row.unit ?? ''}`}
            />
          ))}
      </PartCard>
      <PartCard
        icon={Truck}
        title={t('part.equipment')}
        aside={t('equipment.machines', { count: figures.equipment.length })}
        done={figures.equipment.length > 0}
      >
        {figures.equipment.length > 0 &&
          figures.equipment.map((machine) => (
            <PartLine
              key={machine.equipment_id}
              label={machine.name}
              value={(['working', 'travel', 'idle', 'down'] as const)
                .filter((state) => (machine[`${state}_seconds`] ?? 0) > 0)
                .map((state) =>
                  t(`equipment.${state}`, {
                    hours: formatDuration(machine[`${state}_seconds`] ?? 0),
                  }),
                )
                .join(', ')}
            />
          ))}
      </PartCard>
      <PartCard
        icon={ShieldAlert}
        title={t('part.injuries')}
        aside={
          figures.incidents.length === 0
            ? injuryText(t, figures)
            : t('injuries.some', { count: figures.incidents.length })
        }
      >
        {figures.incidents.length > 0 &&
          figures.incidents.map((incident) => (
            <PartLine
              key={incident.number}
              label={incident.description ?? incident.number}
              value={format.time(incident.at)}
            />
          ))}
      </PartCard>
      {figures.talks?.map((talk) => (
        <PartCard
          key={talk.bulletin_id}
          icon={Signature}
          title={t('part.talks')}
          aside={t('talks.people', { count: talk.signatures.length })}
        >
          <PartLine
            label={language === 'es' ? (talk.title_es ?? talk.title) : talk.title}
            value={talk.held_by}
          />
          <p className="text-muted text-sm">{talk.signatures.map(({ name }) => name).join(', ')}</p>
        </PartCard>
      ))}
      {figures.bulletins.length > 0 && (
        <PartCard icon={Megaphone} title={t('part.bulletins')} aside={figures.bulletins.length}>
          {figures.bulletins.map(({ title, title_es }) => (
            <PartLine
              key={title}
              label={language === 'es' ? (title_es ?? title) : title}
              value=""
            />
          ))}
        </PartCard>
      )}
    </>
  );
}
