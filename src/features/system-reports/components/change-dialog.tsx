import { Dialog, DialogBody, DialogContent } from '@/components/ui/dialog';
import { useCustomChanges } from '@/entities/custom-field/use-custom-changes';
import type { Change } from '@/features/system-reports/api/queries';
import { useFormat } from '@/lib/format-context';
import { useTranslation } from '@/lib/use-translation';

/** Answers to the company's own fields have lines of their own. */
const HIDDEN = ['company_id', 'updated_at', 'updated_by', 'custom'];
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d/;

/** What a change did, column by column: before and after. */
export function ChangeDialog({ change, onClose }: { change: Change; onClose: () => void }) {
  const { t } = useTranslation('system-reports');
  const format = useFormat();
  const { before, after } = change;
  const own = useCustomChanges([change])(change);
  const columns = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])]
    .filter((key) => !HIDDEN.includes(key))
    .filter(
      (key) => JSON.stringify(before?.[key] ?? null) !== JSON.stringify(after?.[key] ?? null),
    );
  const words = (value: unknown): string => {
    if (value === null || value === undefined || value === '') return '–';
    if (typeof value === 'string') return INSTANT.test(value) ? format.dateTime(value) : value;
    return JSON.stringify(value);
  };
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()}>
      <DialogContent
        title={t('change.title')}
        description={t('change.text', {
          name: change.actor_name || t('system'),
          when: format.dateTime(change.occurred_at),
        })}
        width="large"
      >
        <DialogBody>
          {change.reason && (
            <p className="mb-3 text-sm">{t('change.reason', { reason: change.reason })}</p>
          )}
          <table className="w-full text-sm [&_td]:py-2 [&_td]:pr-3 [&_td]:align-top [&_th]:py-2 [&_th]:pr-3 [&_th]:text-left [&_th]:align-top">
            <thead>
              <tr className="border-b text-muted">
                <th scope="col">{t('change.column')}</th>
                <th scope="col">{t('change.before')}</th>
                <th scope="col">{t('change.after')}</th>
              </tr>
            </thead>
            <tbody>
              {columns.map((key) => (
                <tr key={key} className="border-b last:border-0">
                  <th scope="row" className="font-mono font-normal text-xs wrap-anywhere">
                    {key}
                  </th>
                  <td className="text-muted wrap-anywhere">{words(before?.[key])}</td>
                  <td className="wrap-anywhere">{words(after?.[key])}</td>
                </tr>
              ))}
              {own.map(({ id, name, from, to }) => (
                <tr key={id} className="border-b last:border-0">
                  <th scope="row" className="font-normal text-xs wrap-anywhere">
                    {name}
                  </th>
                  <td className="text-muted wrap-anywhere">{words(from)}</td>
                  <td className="wrap-anywhere">{words(to)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </DialogBody>
      </DialogContent>
    </Dialog>
  );
}
