import { Pencil } from 'lucide-react';
import { Specimen } from '@/app/dev/specimen';
import type { Column } from '@/components/shared/data-table/column';
import { DataTable } from '@/components/shared/data-table/data-table';
import { StatusDot } from '@/components/shared/status-dot';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { Card } from '@/components/ui/card';
import { formatHoursMinutes } from '@/lib/duration';

interface Row {
  id: string;
  name: string;
  project: string;
  seconds: number;
  running: boolean;
}

const NAMES = ['Amir Khan', 'Jo Park', 'Maria Reyes', 'Tess Soto', 'Luis Ortega', 'Dan Whitlock'];

const rows: Row[] = Array.from({ length: 200 }, (_, index) => ({
  id: String(index),
  name: NAMES[index % NAMES.length] ?? '',
  project: index % 2 ? 'Riverside Tower' : 'Harbor Warehouse and Cold Storage Expansion Phase II',
  seconds: 13_000 + index * 97,
  running: index === 0,
}));

const columns: Column<Row>[] = [
  {
    id: 'name',
    header: 'Employee',
    cell: (row) => row.name,
    sortBy: (row) => row.name,
    card: 'title',
  },
  { id: 'project', header: 'Project', cell: (row) => row.project, sortBy: (row) => row.project },
  {
    id: 'end',
    header: 'End Time',
    cell: (row) =>
      row.running ? (
        <Badge tone="running">
          <StatusDot tone="running" />
          Active
        </Badge>
      ) : (
        '3:30 PM'
      ),
    align: 'end',
  },
  {
    id: 'duration',
    header: 'Duration',
    cell: (row) => <span className="font-[620]">{formatHoursMinutes(row.seconds)}</span>,
    sortBy: (row) => row.seconds,
    align: 'end',
    card: 'aside',
    total: formatHoursMinutes(rows.reduce((sum, row) => sum + row.seconds, 0)),
  },
  {
    id: 'actions',
    header: 'Actions',
    headerHidden: true,
    card: 'actions',
    className: 'w-16',
    cell: (row) => (
      <Button variant="ghost" size="icon" aria-label={`Edit ${row.name} ${row.id}`}>
        <Pencil aria-hidden="true" />
      </Button>
    ),
  },
];

export function TableSpecimens() {
  return (
    <Specimen name="Data table, 200 rows">
      <Card className="w-full">
        <DataTable
          label="Time Entries"
          rows={rows}
          columns={columns}
          rowKey={(row) => row.id}
          rowTone={(row) => (row.running ? 'running' : 'normal')}
          totalLabel="Total"
        />
      </Card>
    </Specimen>
  );
}
