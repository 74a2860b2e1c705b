import { type ReactNode, useState } from 'react';
import { cn } from '@/lib/class-names';
import { useTranslation } from '@/lib/use-translation';

/** The whole list takes files; the frame below it says so. */
export function DropArea({
  onFiles,
  children,
}: {
  /** Null: the viewer may not add here. */
  onFiles: ((files: File[]) => void) | null;
  children: ReactNode;
}) {
  const { t } = useTranslation('documents');
  const [over, setOver] = useState(false);
  if (!onFiles) return children;
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is for the mouse; the Upload button is for everyone
    <div
      className="flex flex-1 flex-col"
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={(event) => {
        event.preventDefault();
        setOver(false);
        onFiles([...event.dataTransfer.files]);
      }}
    >
      {children}
      <p
        className={cn(
          'm-4 rounded-card border border-dashed px-4 py-5 text-center text-muted text-sm pointer-coarse:hidden',
          over && 'border-primary bg-primary-soft text-primary',
        )}
      >
        {t('upload.drop')}
      </p>
    </div>
  );
}
