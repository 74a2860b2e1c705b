import { type ModulePreset, PRESET_NAMES } from '@/entities/viewer/module-presets';
import { cn } from '@/lib/class-names';
import { useTranslation } from '@/lib/use-translation';

interface PresetChoiceProps {
  /** None where the switches are no preset. */
  value: ModulePreset | undefined;
  onValueChange: (preset: ModulePreset) => void;
  disabled?: boolean;
}

/** Three usual choices of modules. */
export function PresetChoice({ value, onValueChange, disabled = false }: PresetChoiceProps) {
  const { t } = useTranslation('modules');
  return (
    <fieldset disabled={disabled} className="min-w-0">
      <legend className="mb-1.5 font-[550] text-muted text-sm">{t('presets')}</legend>
      <div className="grid gap-2.5 sm:grid-cols-3">
        {PRESET_NAMES.map((preset) => (
          <label
            key={preset}
            className={cn(
              'flex cursor-pointer items-center gap-3 rounded-card border bg-surface p-3 has-disabled:cursor-default has-focus-visible:outline-2 has-focus-visible:outline-primary has-focus-visible:outline-offset-2',
              preset === value && 'border-primary bg-primary-soft',
            )}
          >
            <input
              type="radio"
              name="preset"
              className="size-4.5 shrink-0 accent-primary"
              checked={preset === value}
              onChange={() => onValueChange(preset)}
            />
            <span>
              <span className="block font-[620] text-sm">{t(`preset.${preset}`)}</span>
              <span className="block text-muted text-xs">{t(`presetText.${preset}`)}</span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
