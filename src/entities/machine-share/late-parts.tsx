import {
  AddMachineButton,
  type AddMachineButtonProps,
} from '@/entities/machine-share/add-machine-button';
import type { MachineShare } from '@/entities/machine-share/machine-share';
import {
  MachineSharesField,
  type MachineSharesFieldProps,
} from '@/entities/machine-share/machine-shares-field';
import { MachineSharesText } from '@/entities/machine-share/machine-shares-text';
import { RunningMachines } from '@/entities/machine-share/running-machines';

/** What is loaded in companies with machines alone, in one file. */
export type MachineSharesPartProps =
  | ({ part: 'field' } & MachineSharesFieldProps)
  | ({ part: 'add' } & AddMachineButtonProps)
  | { part: 'text'; machines: readonly MachineShare[] }
  | { part: 'running'; entryId: string };

export function LatePart(props: MachineSharesPartProps) {
  if (props.part === 'field') return <MachineSharesField {...props} />;
  if (props.part === 'add') return <AddMachineButton {...props} />;
  if (props.part === 'text') return <MachineSharesText machines={props.machines} />;
  return <RunningMachines entryId={props.entryId} />;
}
