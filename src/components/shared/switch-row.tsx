import { Label } from '@/components/ui/label';
import { Switch } from '@/components/ui/switch';

export interface SwitchRowProps {
  id: string;
  label: string;
  text: string;
  checked: boolean;
  disabled?: boolean;
  onCheckedChange: (checked: boolean) => void;
}

/** A switch with its name and what it does. */
export function SwitchRow({
  id,
  label,
  text,
  checked,
  disabled = false,
  onCheckedChange,
}: SwitchRowProps) {
  return (
    <div className="flex items-center gap-4 py-3">
      <div className="min-w-0 flex-1">
        <Label htmlFor={id} className="text-foreground!">
          {label}
        </Label>
        <p id={`${id}-text`} className="text-muted text-sm">
          {text}
        </p>
      </div>
      <Switch
        id={id}
        aria-describedby={`${id}-text`}
        checked={checked}
        disabled={disabled}
        onCheckedChange={onCheckedChange}
      />
    </div>
  );
}
