import { FileArchive } from 'lucide-react';
import { Form } from '@/components/form/form';
import { useForm } from '@/components/form/use-form';
import { DateInput, type DateInputValue, isDate } from '@/components/shared/date-input';
import { Button } from '@/components/ui/button';
import { Card, CardBody, CardHeader } from '@/components/ui/card';
import { Field } from '@/components/ui/field';
import { useEmployee, useViewerName } from '@/entities/viewer/use-viewer';
import type { PacketRequest } from '@/features/packets/api/packets';
import { startPacket } from '@/features/packets/packet-job';
import { useFormat } from '@/lib/format-context';
import { addMonths } from '@/lib/time';
import { useToday } from '@/lib/use-today';
import { useTranslation } from '@/lib/use-translation';

const MAX_MONTHS = 7 * 12;
const USUAL_MONTHS = 12;
const REQUEST: PacketRequest = {
  asked_by: null,
  organization: null,
  asked_as: 'person',
  asked_on: null,
  redact: false,
  files: true,
};

interface MyRecordCardProps {
  /** For someone who left: their record there. */
  past?: { employee_id: string; company_name: string };
}

/** One's own record in one signed file: everybody's right, also after leaving. */
export default function MyRecordCard({ past }: MyRecordCardProps) {
  const texts = useTranslation(['packets', 'common']);
  const { t } = useTranslation('my-record');
  const format = useFormat();
  const today = useToday(format.preferences.timeZone);
  const id = useEmployee()?.id;
  const name = useViewerName();
  const form = useForm({
    initial: {
      start: addMonths(today, -USUAL_MONTHS) as DateInputValue,
      end: today as DateInputValue,
    },
    read: ({ start, end }, wrong) => {
      const isRange =
        isDate(start) && isDate(end) && start <= end && end <= addMonths(start, MAX_MONTHS);
      return {
        start: isRange ? start : wrong('start', texts.t('dialog.wrongRange')),
        end: isDate(end) ? end : wrong('end', texts.t('dialog.wrongRange')),
      };
    },
    submit: async (range) =>
      startPacket(
        {
          kind: 'record',
          id: past?.employee_id ?? id ?? '',
          name,
          ...range,
          request: REQUEST,
        },
        { t: texts.t, format },
      ),
  });
  if (!past && !id) return null;
  return (
    <Card>
      <CardHeader divided title={past ? t('past', { company: past.company_name }) : t('title')} />
      <CardBody>
        <Form form={form} className="flex flex-col gap-4">
          <p className="text-muted text-sm">{t('text')}</p>
          <div className="grid gap-4 sm:grid-cols-2">
            <Field label={texts.t('dialog.from')}>
              <DateInput {...form.value('start')} />
            </Field>
            <Field label={texts.t('dialog.to')}>
              <DateInput {...form.value('end')} />
            </Field>
          </div>
          <Button type="submit" className="self-start">
            <FileArchive aria-hidden="true" />
            {t('download')}
          </Button>
          <p className="text-muted text-xs">{t('check')}</p>
        </Form>
      </CardBody>
    </Card>
  );
}
