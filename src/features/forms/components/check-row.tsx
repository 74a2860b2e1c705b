import { Checkbox } from '@/components/ui/checkbox';

export interface CheckRowProps {
  label: string;
  checked: boolean;
  onCheckedChange: (checked: boolean) => void;
}

/** A box to tick with its name beside it. */
export function CheckRow({ label, checked, onCheckedChange }: CheckRowProps) {
  return (
    // biome-ignore lint/a11y/noLabelWithoutControl: the checkbox is the control.
    <label className="flex min-h-10 items-center gap-2.5 text-sm pointer-coarse:min-h-11">
      <Checkbox checked={checked} onCheckedChange={(on) => onCheckedChange(on === true)} />
      {label}
    </label>
  );
}
