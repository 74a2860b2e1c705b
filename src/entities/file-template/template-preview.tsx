import type { FileTemplate } from '@/entities/file-template/template';
import { useTranslation } from '@/lib/use-translation';

interface TemplatePreviewProps {
  template: FileTemplate;
  rows: readonly (readonly string[])[];
}

/** The first lines of the file. */
export function TemplatePreview({ template, rows }: TemplatePreviewProps) {
  const { t } = useTranslation('file-template');
  if (rows.length === 0) return <p className="text-muted text-sm">{t('editor.noRows')}</p>;
  return (
    <section
      className="overflow-x-auto rounded-card border"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard.
      tabIndex={0}
      aria-label={t('editor.preview')}
    >
      <table className="w-full text-left text-xs">
        {template.heading && (
          <thead className="bg-sunken">
            <tr>
              {template.columns.map(({ header }, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: two columns may have one heading.
                <th key={at} scope="col" className="whitespace-nowrap px-2 py-1.5 font-[550]">
                  {header}
                </th>
              ))}
            </tr>
          </thead>
        )}
        <tbody className="divide-y">
          {rows.map((cells, line) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines of a file have no other name.
            <tr key={line}>
              {cells.map((cell, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: as above.
                <td key={at} className="tabular whitespace-nowrap px-2 py-1.5">
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
