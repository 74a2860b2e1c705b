import { FormDialog } from '@/components/form/form-dialog';
import { NumberInput } from '@/components/form/number-input';
import { useForm } from '@/components/form/use-form';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import { PhotoField } from '@/entities/photo/photo-field';
import { useAttachedPhoto } from '@/entities/photo/use-attached-photo';
import { QUANTITY, readQuantity } from '@/features/tickets/read-hours';
import type { TicketLine } from '@/features/tickets/ticket';
import { numberText } from '@/lib/read-number';
import { useTranslation } from '@/lib/use-translation';
import { uuidv7 } from '@/lib/uuid';

export interface MaterialDialogProps {
  line: TicketLine | null;
  projectId: string;
  onSave: (line: TicketLine) => void;
  onClose: () => void;
}

/** A quantity of something; with a photo of the slip nothing else need be typed. */
export function MaterialDialog({ line, projectId, onSave, onClose }: MaterialDialogProps) {
  const { t } = useTranslation('tickets');
  const slip = useAttachedPhoto({ projectId });
  const hasPhoto = slip.photo !== null || Boolean(line?.photo_id);
  const form = useForm({
    initial: {
      description: line?.description ?? '',
      quantity: line ? numberText(line.quantity) : '',
      unit: line?.unit ?? '',
    },
    read: ({ description, quantity, unit }, wrong) => {
      const blank = hasPhoto && !quantity.trim() && !unit.trim();
      return {
        description:
          description.trim() ||
          (hasPhoto ? t('materials.slip') : wrong('description', t('required.material'))),
        quantity: blank ? 1 : (readQuantity(quantity) ?? wrong('quantity', t('required.quantity'))),
        unit: blank ? t('materials.slipUnit') : unit.trim() || wrong('unit', t('required.unit')),
      };
    },
    submit: async (fields) => {
      const [event] = await slip.prepare();
      if (event) slip.send([event]);
      onSave({
        id: line?.id ?? uuidv7(),
        kind: line?.kind ?? 'material',
        time_entry_id: null,
        employee_id: null,
        equipment_id: line?.equipment_id ?? null,
        photo_id: event?.id ?? line?.photo_id ?? null,
        hours_kind: 'regular',
        ...fields,
      });
    },
  });
  return (
    <FormDialog
      form={form}
      title={t(line ? 'materials.edit' : 'materials.new')}
      width="small"
      onClose={onClose}
    >
      <Field label={t('materials.description')} className="sm:col-span-2" optional={hasPhoto}>
        <Input {...form.text('description')} maxLength={300} autoComplete="off" />
      </Field>
      <Field label={t('materials.quantity')} optional={hasPhoto}>
        <NumberInput {...form.text('quantity')} limits={QUANTITY} />
      </Field>
      <Field label={t('materials.unit')} hint={t('materials.unitHint')} optional={hasPhoto}>
        <Input {...form.text('unit')} maxLength={20} autoComplete="off" />
      </Field>
      <div className="sm:col-span-2">
        <PhotoField
          label={t(line?.photo_id ? 'materials.newSlipPhoto' : 'materials.slipPhoto')}
          value={slip.photo}
          onValueChange={slip.set}
        />
      </div>
    </FormDialog>
  );
}
