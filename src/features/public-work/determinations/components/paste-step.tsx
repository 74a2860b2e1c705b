import { FileUp } from 'lucide-react';
import { useState } from 'react';
import { Notice } from '@/components/shared/notice';
import { Button } from '@/components/ui/button';
import { DialogBody, DialogFooter } from '@/components/ui/dialog';
import { Field } from '@/components/ui/field';
import { Textarea } from '@/components/ui/textarea';
import type { ReadingError } from '@/entities/determination/reading';
import { decodeText } from '@/lib/files/read-text';
import { useTranslation } from '@/lib/use-translation';

interface PasteStepProps {
  text: string;
  error: ReadingError | null;
  onText: (text: string) => void;
  onRead: () => void;
  onClose: () => void;
}

const EXAMPLE = `General Decision Number: VA20260195 07/31/2026
…
ELEC0080-011 06/01/2026
                             Rates      Fringes
ELECTRICIAN................$ 34.15        16.70`;

export function PasteStep({ text, error, onText, onRead, onClose }: PasteStepProps) {
  const { t } = useTranslation(['determinations', 'common']);
  const [isNoText, setNoText] = useState(false);
  const readFile = async (file: File): Promise<void> => {
    const decoded = decodeText(new Uint8Array(await file.arrayBuffer()));
    setNoText(decoded === null);
    if (decoded !== null) onText(decoded);
  };
  return (
    <>
      <DialogBody className="flex flex-col gap-4">
        {error && (
          <Notice tone="danger" title={t('notRead')}>
            {t(`error.${error}`)}
          </Notice>
        )}
        <Field label={t('text')} hint={t('textHint')}>
          <Textarea
            value={text}
            rows={14}
            spellCheck={false}
            className="max-h-[50dvh] font-mono text-sm"
            placeholder={EXAMPLE}
            onChange={(event) => onText(event.target.value)}
          />
        </Field>
        <label className="inline-flex min-h-11 w-fit cursor-pointer items-center gap-2 rounded-small text-primary text-sm focus-within:outline-2 focus-within:outline-ring hover:underline">
          <FileUp className="size-4" aria-hidden="true" />
          {t('file')}
          <input
            type="file"
            accept=".txt,.csv,.tsv,text/plain,text/csv"
            className="sr-only"
            onChange={(event) => {
              const [file] = event.target.files ?? [];
              if (file) void readFile(file);
              event.target.value = '';
            }}
          />
        </label>
        {isNoText && <Notice tone="danger">{t('fileNoText')}</Notice>}
      </DialogBody>
      <DialogFooter>
        <Button onClick={onClose}>{t('common:action.cancel')}</Button>
        <Button variant="primary" onClick={onRead}>
          {t('read')}
        </Button>
      </DialogFooter>
    </>
  );
}
