import {
  CellClassification,
  type CellClassificationProps,
} from '@/entities/classification/cell-classification';
import {
  ClassificationField,
  type ClassificationFieldProps,
} from '@/entities/classification/classification-field';
import {
  ClassificationFilter,
  type ClassificationFilterProps,
} from '@/entities/classification/classification-filter';
import { useClassifications } from '@/entities/classification/classifications-query';
import { RunningClass, type RunningClassProps } from '@/entities/classification/running-class';

export { classificationsQuery } from '@/entities/classification/classifications-query';

/** What is loaded in companies with public work alone, in one file. */
export type LatePartProps =
  | ({ part: 'field' } & ClassificationFieldProps)
  | ({ part: 'filter' } & ClassificationFilterProps)
  | ({ part: 'cell' } & CellClassificationProps)
  | ({ part: 'running' } & RunningClassProps);

export default function LatePart(props: LatePartProps) {
  const { data } = useClassifications();
  if (props.part === 'filter') return <ClassificationFilter {...props} />;
  const projectId = props.part === 'running' ? props.running.project_id : props.projectId;
  // Projects without classes show nothing of them.
  if (!data?.classes.some(({ project_id }) => project_id === projectId)) return null;
  if (props.part === 'cell') return <CellClassification {...props} />;
  return props.part === 'field' ? <ClassificationField {...props} /> : <RunningClass {...props} />;
}
