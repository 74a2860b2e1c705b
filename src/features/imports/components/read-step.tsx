import { MappingFields } from '@/components/shared/import-table/mapping-fields';
import { Notice } from '@/components/shared/notice';
import { Field } from '@/components/ui/field';
import { Select } from '@/components/ui/select';
import { TimeZonePicker } from '@/entities/company/time-zone-picker';
import { columnsOf } from '@/entities/import/lists';
import { DATE_ORDERS } from '@/features/imports/moments';
import type { FileTable } from '@/features/imports/read-file';
import { SOURCES, type SourceName, sourceOf } from '@/features/imports/sources';
import { toRow } from '@/features/imports/to-rows';
import type { ReadingState } from '@/features/imports/use-reading';
import { translate } from '@/lib/translation';
import { useTranslation } from '@/lib/use-translation';

const OTHER = 'other';
const EXAMPLES = 3;

/** Which column is which, how dates are written and in which zone, with examples of the file. */
export function ReadStep({ table, state }: { table: FileTable; state: ReadingState }) {
  const { t } = useTranslation('imports');
  const { reading, choose } = state;
  const isTime = reading.list === 'time_entries';
  const undocumented = reading.source !== null && !sourceOf(reading.source).documented;
  return (
    <div className="flex flex-col gap-5">
      {table.cut && <NumbersCut count={table.cut} />}
      {state.remembered && <Notice>{t('remembered')}</Notice>}
      {isTime && (
        <Field label={t('source.label')} hint={t('source.hint')} className="sm:max-w-72">
          <Select
            value={reading.source ?? OTHER}
            onValueChange={(value) =>
              choose({ source: value === OTHER ? null : (value as SourceName), mapping: {} })
            }
            options={[
              { value: OTHER, label: t('source.other') },
              ...(Object.keys(SOURCES) as SourceName[]).map((name) => ({
                value: name,
                label: t(`source.${name}`),
              })),
            ]}
          />
        </Field>
      )}
      {undocumented && <Notice tone="attention">{t('source.undocumented')}</Notice>}
      <MappingFields
        columns={columnsOf(reading.list).map((column) => ({
          ...column,
          label: translate(`imports:column.${column.key}`),
        }))}
        example={table.headings}
        mapping={reading.mapping}
        onChange={state.map}
      />
      {state.dated && (
        <div className="grid gap-3 sm:grid-cols-2">
          <Field label={t('order.label')}>
            <Select
              value={state.unclear ? undefined : reading.order}
              placeholder={t('order.choose')}
              onValueChange={(order) => choose({ order })}
              options={DATE_ORDERS.map((order) => ({ value: order, label: t(`order.${order}`) }))}
            />
          </Field>
          {isTime && (
            <Field label={t('zone.label')} hint={t('zone.hint')}>
              <TimeZonePicker
                value={reading.timeZone}
                onValueChange={(timeZone) => choose({ timeZone })}
                clearLabel={t('zone.own')}
              />
            </Field>
          )}
        </div>
      )}
      {isTime && !state.unclear && <Examples table={table} state={state} />}
    </div>
  );
}

/** Its texts came with the file. */
function NumbersCut({ count }: { count: number }) {
  const { t } = useTranslation('import-faults');
  return <Notice tone="attention">{t('numbersCut', { count })}</Notice>;
}

function Examples({ table, state }: { table: FileTable; state: ReadingState }) {
  const { t } = useTranslation('imports');
  const { mapping } = state.reading;
  const words = (cells: readonly string[]) =>
    ['date', 'start', 'end_date', 'end']
      .map((key) => cells[mapping[key] ?? -1] ?? '')
      .filter(Boolean)
      .join(' · ');
  return (
    <div>
      <h3 className="mb-2 font-[550] text-sm">{t('examples')}</h3>
      <ul className="flex flex-col gap-1.5 text-sm">
        {table.rows.slice(0, EXAMPLES).map(({ cells }, index) => {
          const row = toRow(cells, state.reading);
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows of a file have no other name.
            <li key={index} className="flex flex-wrap gap-x-3">
              <span className="text-muted wrap-anywhere">{words(cells)}</span>
              <span>→</span>
              <span className="tabular-nums">
                {row['clock_in']?.replace('T', ' ')} – {row['clock_out']?.replace('T', ' ')}
              </span>
            </li>
          );
        })}
      </ul>
    </div>
  );
}
