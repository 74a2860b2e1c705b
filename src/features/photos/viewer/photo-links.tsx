import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { Button } from '@/components/ui/button';
import { machineName } from '@/entities/equipment/equipment-query';
import { useEmployee } from '@/entities/viewer/use-viewer';
import { detailsQuery, type Photo, type PhotoDetails } from '@/features/photos/api/queries';
import { Fact } from '@/features/photos/viewer/fact';
import { LinkPickers } from '@/features/photos/viewer/link-pickers';
import { useLinkLabels } from '@/features/photos/viewer/use-link-labels';
import { useTranslation } from '@/lib/use-translation';

function Linked({ photo, details }: { photo: Photo; details: PhotoDetails }) {
  const { t } = useTranslation(['photos', 'common']);
  const name = useLinkLabels();
  const { equipment, time_entry: entry, field_report: report, quantity } = details;
  if (!equipment && !entry && !report && !quantity) {
    return <p className="text-muted text-sm">{t('link.none')}</p>;
  }
  return (
    <dl>
      {equipment && (
        <Fact label={t('common:equipment.label')}>
          <Link to={`/equipment?machine=${details.equipment_id}`} className="hover:underline">
            {machineName(equipment)}
          </Link>
        </Fact>
      )}
      {entry && <Fact label={t('link.entry')}>{name.entry(entry)}</Fact>}
      {report && (
        <Fact label={t('report')}>
          <Link
            to={`/field-reports?report=${photo.project_id}&date=${report.report_date}`}
            className="hover:underline"
          >
            {name.report(report)}
          </Link>
        </Fact>
      )}
      {quantity && (
        <Fact label={t('link.quantity')}>
          <Link to={`/progress?project=${photo.project_id}`} className="hover:underline">
            {name.quantity(quantity)}
          </Link>
        </Fact>
      )}
    </dl>
  );
}

/** The machine, time, report and quantity a photo shows. */
export function PhotoLinks({ photo, mayChange }: { photo: Photo; mayChange: boolean }) {
  const { t } = useTranslation(['photos', 'common']);
  const companyId = useEmployee()?.company_id ?? '';
  const { data } = useQuery(detailsQuery(companyId, photo.id));
  const [choosing, setChoosing] = useState(false);
  if (!data) return null;
  return (
    <section className="grid gap-2 border-t pt-3">
      <div className="flex items-center justify-between gap-2">
        <h3 className="font-[620] text-sm">{t('link.title')}</h3>
        {mayChange && (
          <Button variant="link" size="inline" onClick={() => setChoosing(!choosing)}>
            {t(choosing ? 'common:action.done' : 'link.change')}
          </Button>
        )}
      </div>
      {choosing ? (
        <LinkPickers companyId={companyId} photo={photo} details={data} />
      ) : (
        <Linked photo={photo} details={data} />
      )}
    </section>
  );
}
