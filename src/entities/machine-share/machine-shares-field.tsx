import { Plus, Trash2 } from 'lucide-react';
import { NumberInput } from '@/components/form/number-input';
import { Button } from '@/components/ui/button';
import { Select } from '@/components/ui/select';
import { EquipmentPicker } from '@/entities/equipment/equipment-picker';
import {
  MACHINE_KINDS,
  MAX_MACHINES,
  type MachineDraft,
  SHARE,
  totalShare,
  withAnother,
  withShare,
} from '@/entities/machine-share/machine-share';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

export interface MachineSharesFieldProps {
  value: readonly MachineDraft[];
  onChange: (value: MachineDraft[]) => void;
  error?: string | undefined;
  disabled?: boolean;
}

function MachineRow({
  draft,
  number,
  onChange,
  onShare,
  onRemove,
}: {
  draft: MachineDraft;
  number: number;
  onChange: (changes: Partial<MachineDraft>) => void;
  onShare: (share: string) => void;
  onRemove: (() => void) | null;
}) {
  const { t } = useTranslation('machine-shares');
  return (
    <div className="grid grid-cols-[1fr_auto_auto] items-center gap-2 sm:grid-cols-[minmax(0,1fr)_auto_8.5rem_auto]">
      <EquipmentPicker
        aria-label={t('machine', { number })}
        placeholder={t('without')}
        value={draft.equipmentId}
        onValueChange={(equipmentId) => onChange({ equipmentId })}
        className="max-sm:col-span-3"
      />
      <span className="flex items-center gap-1">
        <NumberInput
          limits={SHARE}
          aria-label={t('share', { number })}
          className="tabular w-20! text-right"
          value={draft.share}
          onChange={(event) => onShare(event.target.value)}
        />
        <span aria-hidden="true" className="text-muted">
          %
        </span>
      </span>
      <Select
        aria-label={t('kind', { number })}
        value={draft.equipmentId ? draft.kind : 'working'}
        disabled={!draft.equipmentId}
        onValueChange={(kind) => onChange({ kind })}
        options={MACHINE_KINDS.map((kind) => ({ value: kind, label: t(kind) }))}
        className="w-auto! min-w-0!"
      />
      <Button
        variant="ghost"
        size="icon"
        aria-label={t('remove', { number })}
        disabled={!onRemove}
        onClick={() => onRemove?.()}
      >
        <Trash2 aria-hidden="true" />
      </Button>
    </div>
  );
}

/** Every machine of an entry with its share of the time and what it did. */
export function MachineSharesField({ value, onChange, error, disabled }: MachineSharesFieldProps) {
  const { t } = useTranslation('machine-shares');
  const format = useFormat();
  const total = totalShare(value);
  const isWhole = total === 100;
  return (
    <fieldset className="flex min-w-0 flex-col gap-2.5 sm:col-span-2" disabled={disabled}>
      <legend className="mb-1.5 font-[550] text-muted text-sm">{t('legend')}</legend>
      {value.map((draft, index) => (
        <MachineRow
          // biome-ignore lint/suspicious/noArrayIndexKey: the parts of an entry have no id.
          key={index}
          number={index + 1}
          draft={draft}
          onChange={(changes) =>
            onChange(value.map((one, at) => (at === index ? { ...one, ...changes } : one)))
          }
          onShare={(share) => onChange(withShare(value, index, share))}
          onRemove={value.length > 1 ? () => onChange(value.filter((_, at) => at !== index)) : null}
        />
      ))}
      <p role="status" className={isWhole ? 'text-muted text-sm' : 'text-danger text-sm'}>
        {isWhole
          ? t('whole')
          : t('notWhole', { total: format.number(total, Number.isInteger(total) ? 0 : 2) })}
      </p>
      {error && isWhole && (
        <p role="alert" className="text-danger text-sm">
          {error}
        </p>
      )}
      {!disabled && value.length < MAX_MACHINES && (
        <Button className="self-start" onClick={() => onChange(withAnother(value))}>
          <Plus aria-hidden="true" />
          {t('add')}
        </Button>
      )}
    </fieldset>
  );
}
