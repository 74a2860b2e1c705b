import { useQuery } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useEffect, useMemo, useState } from 'react';
import { TableFileField } from '@/components/shared/table-file-field';
import { Button } from '@/components/ui/button';
import type { CertifiedPayrollRow } from '@/entities/certified-payroll/certified-payroll';
import { useViewer } from '@/entities/viewer/use-viewer';
import { emptyWorkerList, readListFile } from '@/features/public-work/agency-files/local-list';
import { peopleQuery } from '@/features/public-work/facts/api/queries';
import {
  type LocalWorker,
  matchedWorkers,
  readWorkerList,
} from '@/features/public-work/report/files/worker-list';
import { downloadFile, FILE_TYPES } from '@/lib/files/download';
import { useTranslation } from '@/lib/use-translation';

interface WorkerListFieldProps {
  rows: readonly CertifiedPayrollRow[];
  isNeeded: boolean;
  onWorkers: (workers: ReadonlyMap<string, LocalWorker>) => void;
}

/** A list that is opened here and goes nowhere else: what it holds is gone when the dialog is. */
export function WorkerListField({ rows, isNeeded, onWorkers }: WorkerListFieldProps) {
  const { t } = useTranslation('agency-files');
  const companyId = useViewer().company?.id ?? '';
  const people = useQuery(peopleQuery(companyId));
  const [grid, setGrid] = useState<string[][] | null>(null);
  // Opened before the people are loaded, it is matched when they are.
  const list = useMemo(() => grid && readWorkerList(grid, people.data ?? []), [grid, people.data]);
  useEffect(() => onWorkers(list ? matchedWorkers(list) : new Map()), [list, onWorkers]);
  const names = new Map(rows.map(({ employee_id, name }) => [employee_id, name]));
  const matched = list ? matchedWorkers(list) : null;
  const found = [...names.keys()].filter((id) => matched?.has(id));
  const absent = [...names].filter(([id]) => matched && !matched.has(id)).map(([, name]) => name);
  const unknown = (list?.lines ?? [])
    .filter(({ match }) => match.employeeId === null)
    .map(({ worker }) => worker.name ?? worker.number ?? '');
  const open = async (file: File): Promise<boolean> => {
    const cells = await readListFile(file);
    setGrid(cells);
    return cells !== null && readWorkerList(cells, []) !== null;
  };
  const saveEmpty = () =>
    downloadFile(
      t('list.fileName'),
      FILE_TYPES.csv,
      emptyWorkerList(
        [...names].map(([id, name]) => ({
          name,
          number: people.data?.find((person) => person.id === id)?.employee_number ?? '',
        })),
      ),
    );
  return (
    <section className="grid gap-2" aria-label={t('list.title')}>
      <h3 className="font-[620]">{t('list.title')}</h3>
      <p className="text-muted text-sm">{t(isNeeded ? 'list.needed' : 'list.optional')}</p>
      <TableFileField
        label={t('list.open')}
        hint={t('list.hint')}
        unreadable={t('list.unreadable')}
        chosen={list ? t('list.read', { count: list.lines.length }) : null}
        onFile={open}
      />
      {list && !people.isPending && (
        <ul className="text-sm" aria-live="polite">
          <li>{t('list.found', { found: found.length, all: names.size })}</li>
          {absent.length > 0 && (
            <li className="text-attention-strong">{t('list.absent', { names: few(absent) })}</li>
          )}
          {unknown.length > 0 && (
            <li className="text-muted">{t('list.unknown', { names: few(unknown) })}</li>
          )}
        </ul>
      )}
      <div>
        <Button size="small" variant="ghost" onClick={saveEmpty}>
          <Download aria-hidden="true" />
          {t('list.empty')}
        </Button>
      </div>
    </section>
  );
}

const SHOWN = 8;
const few = (names: readonly string[]): string =>
  names.length > SHOWN
    ? `${names.slice(0, SHOWN).join(', ')} … (+${names.length - SHOWN})`
    : names.join(', ');
