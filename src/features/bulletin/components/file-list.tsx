import { Paperclip, X } from 'lucide-react';
import { useRef } from 'react';
import { Button } from '@/components/ui/button';
import type { Attachment } from '@/entities/bulletin/bulletins-query';
import { useTranslation } from '@/lib/use-translation';

const MAX_BYTES = 20 * 1024 * 1024;
const TYPES = ['image/jpeg', 'image/png', 'image/webp', 'application/pdf'];

export interface FileListProps {
  kept: readonly Attachment[];
  added: readonly File[];
  onChange: (kept: Attachment[], added: File[], refused: string[]) => void;
}

/** Pictures and PDFs; they travel when the bulletin is saved. */
export function FileList({ kept, added, onChange }: FileListProps) {
  const { t } = useTranslation('bulletin');
  const input = useRef<HTMLInputElement>(null);
  const choose = (files: File[]): void => {
    const fits = files.filter(({ type, size }) => TYPES.includes(type) && size <= MAX_BYTES);
    const refused = files.filter((file) => !fits.includes(file)).map(({ name }) => name);
    onChange([...kept], [...added, ...fits].slice(0, 20 - kept.length), refused);
  };
  const lines = [
    ...kept.map((file) => ({
      key: file.path,
      name: file.name,
      remove: () =>
        onChange(
          kept.filter((other) => other !== file),
          [...added],
          [],
        ),
    })),
    ...added.map((file) => ({
      key: `${file.name} ${file.size} ${file.lastModified}`,
      name: file.name,
      remove: () =>
        onChange(
          [...kept],
          added.filter((other) => other !== file),
          [],
        ),
    })),
  ];
  return (
    <div className="grid gap-2 sm:col-span-2">
      <ul className="grid gap-1 empty:hidden">
        {lines.map(({ key, name, remove }) => (
          <li key={key} className="flex items-center gap-2 text-sm">
            <Paperclip className="size-4 text-muted" aria-hidden="true" />
            <span className="min-w-0 flex-1 truncate">{name}</span>
            <Button
              variant="ghost"
              size="icon"
              aria-label={t('files.remove', { name })}
              onClick={remove}
            >
              <X aria-hidden="true" />
            </Button>
          </li>
        ))}
      </ul>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        accept={TYPES.join(',')}
        aria-label={t('files.add')}
        onChange={(event) => {
          choose([...(event.target.files ?? [])]);
          event.target.value = '';
        }}
      />
      <Button className="justify-self-start" onClick={() => input.current?.click()}>
        <Paperclip aria-hidden="true" />
        {t('files.add')}
      </Button>
    </div>
  );
}
