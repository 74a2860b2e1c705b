import { FormDialog } from '@/components/form/form-dialog';
import { useForm } from '@/components/form/use-form';
import { Notice } from '@/components/shared/notice';
import { Field } from '@/components/ui/field';
import { Input } from '@/components/ui/input';
import type { RefusedPerson } from '@/entities/clock-rule/clock-refusal';
import { useTranslation } from '@/lib/use-translation';

interface ReasonDialogProps {
  action: string;
  /** Whom a rule of the clock stops; without a rule the project asks for a location. */
  stopped: readonly RefusedPerson[];
  onGive: (reason: string) => void;
  onClose: () => void;
}

/** The project asks for a location, and nobody's phone but the foreman's is here; or a rule stops somebody. */
export default function ReasonDialog({ action, stopped, onGive, onClose }: ReasonDialogProps) {
  const { t } = useTranslation(['crew', 'clock-stops']);
  const isRule = stopped.some(({ rule }) => rule !== undefined);
  const form = useForm({
    initial: { reason: '' },
    read: ({ reason }, wrong) => ({
      reason: reason.trim() || wrong('reason', t('reasonMissing')),
    }),
    submit: async ({ reason }) => onGive(reason),
    done: onClose,
  });
  return (
    <FormDialog
      form={form}
      title={isRule ? t('clock-stops:crew.title') : t('reasonTitle')}
      save={action}
      columns={1}
      onClose={onClose}
    >
      {isRule && (
        <Notice tone="attention">
          <ul>
            {stopped.map(({ id, name, rule }) => (
              <li key={id}>
                <strong className="font-[620]">{name}</strong>
                {rule && `: ${t(`clock-stops:crew.${rule}`)}`}
              </li>
            ))}
          </ul>
        </Notice>
      )}
      <Field
        label={isRule ? t('clock-stops:crew.reason') : t('reason')}
        hint={isRule ? t('clock-stops:crew.text') : t('reasonHint')}
      >
        <Input {...form.text('reason')} maxLength={500} autoFocus />
      </Field>
    </FormDialog>
  );
}
