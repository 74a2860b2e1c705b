import { useQuery } from '@tanstack/react-query';
import { FormDialog } from '@/components/form/form-dialog';
import { NumberInput } from '@/components/form/number-input';
import { useForm } from '@/components/form/use-form';
import { DateInput, type DateInputValue, isDate } from '@/components/shared/date-input';
import { SwitchRow } from '@/components/shared/switch-row';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { ProjectPicker } from '@/entities/project/project-picker';
import { useCalendar } from '@/entities/time-entry/use-calendar';
import { useViewer } from '@/entities/viewer/use-viewer';
import { useClaimPerDiem } from '@/features/expenses/api/own-expenses';
import { type ProposedTrip, rulesQuery } from '@/features/expenses/api/queries';
import { tripWorth } from '@/features/expenses/trip-worth';
import { useUsualWork } from '@/features/expenses/use-usual-work';
import { useFormat } from '@/lib/format-context';
import { numberIn } from '@/lib/read-number';
import { useTranslation } from '@/lib/use-translation';

const MILES = { digits: 1, min: 0, max: 99_999.9 };

/** Days away as one trip: proposed from the days worked, or entered. */
export function PerDiemDialog({
  trip,
  onClose,
}: {
  trip: ProposedTrip | null;
  onClose: () => void;
}) {
  const { t } = useTranslation('expenses');
  const format = useFormat();
  const { today } = useCalendar();
  const usual = useUsualWork();
  const claim = useClaimPerDiem();
  const { data: rules = [] } = useQuery(rulesQuery(useViewer().company?.id ?? ''));
  const form = useForm({
    initial: {
      projectId: trip?.project_id ?? null,
      first: (trip?.first_day ?? null) as DateInputValue,
      last: (trip?.last_day ?? null) as DateInputValue,
      lodging: (trip?.lodging ?? 0) > 0,
      miles: trip?.miles ? String(trip.miles) : '',
      note: '',
    },
    read: ({ projectId: chosen, first, last, lodging, miles, note }, wrong) => {
      const projectId = chosen ?? usual.projectId;
      const rule = rules.find(({ project_id }) => project_id === projectId);
      const distance = numberIn(miles, MILES);
      const isDistanceMissing = distance === null && (miles !== '' || rule?.min_distance_miles);
      return {
        projectId: projectId ?? wrong('projectId', t('form.projectWrong')),
        costCodeId: trip?.cost_code_id ?? null,
        firstDay: isDate(first) && first <= today ? first : wrong('first', t('trip.daysWrong')),
        lastDay:
          isDate(last) && last <= today && isDate(first) && last >= first
            ? last
            : wrong('last', t('trip.daysWrong')),
        lodging,
        miles: isDistanceMissing ? wrong('miles', t('trip.distanceWrong')) : distance,
        note: note.trim() || null,
      };
    },
    submit: (claimed) => claim.mutateAsync(claimed),
    done: onClose,
  });
  const { first, last, lodging } = form.values;
  const projectId = form.values.projectId ?? usual.projectId;
  const ofProject = rules.filter(({ project_id }) => project_id === projectId);
  const nearest = ofProject[0]?.min_distance_miles ?? null;
  const worth =
    isDate(first) && isDate(last) && last >= first ? tripWorth(ofProject, first, last) : null;
  return (
    <FormDialog
      form={form}
      title={t('trip.title')}
      width="small"
      columns={1}
      cancel={false}
      save={
        worth
          ? t('trip.claim', { amount: format.money(worth.meals + (lodging ? worth.lodging : 0)) })
          : t('trip.save')
      }
      button={{ size: 'large', block: true }}
      onClose={onClose}
    >
      <Field label={t('form.project')}>
        <ProjectPicker {...form.value('projectId')} value={projectId} />
      </Field>
      <div className="grid grid-cols-2 gap-3">
        <Field label={t('trip.first')}>
          <DateInput {...form.value('first')} max={today} />
        </Field>
        <Field label={t('trip.last')}>
          <DateInput {...form.value('last')} max={today} />
        </Field>
      </div>
      <SwitchRow
        {...form.checked('lodging')}
        id="lodging"
        label={t('trip.lodgingPaid')}
        text={t('trip.lodgingHint')}
      />
      {nearest !== null && (
        <Field label={t('trip.distance')} hint={t('trip.distanceHint', { miles: nearest })}>
          <NumberInput {...form.text('miles')} limits={MILES} />
        </Field>
      )}
      {worth && (
        <p className="tabular text-muted text-sm">
          {t('trip.meals', { amount: format.money(worth.meals) })}
          {lodging && ` · ${t('trip.lodging', { amount: format.money(worth.lodging) })}`}
        </p>
      )}
      <Field label={t('form.note')} optional>
        <Input {...form.text('note')} maxLength={500} />
      </Field>
    </FormDialog>
  );
}
