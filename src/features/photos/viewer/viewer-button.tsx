import type { LucideIcon } from 'lucide-react';

export const viewerControl =
  'touch-target inline-grid size-10 shrink-0 place-items-center rounded-small text-[white] hover:bg-[rgb(255_255_255/0.15)] disabled:opacity-40';

export interface ViewerButtonProps {
  icon: LucideIcon;
  label: string;
  disabled?: boolean;
  onClick: () => void;
}

/** White on the black around a photo. */
export function ViewerButton({ icon: Icon, label, disabled = false, onClick }: ViewerButtonProps) {
  return (
    <button
      type="button"
      className={viewerControl}
      aria-label={label}
      disabled={disabled}
      onClick={onClick}
    >
      <Icon className="size-5" aria-hidden="true" />
    </button>
  );
}
