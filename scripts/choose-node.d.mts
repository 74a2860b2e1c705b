export interface Machine {
  readonly version: string;
  readonly platform: string;
  readonly arch: string;
  readonly isMusl: boolean;
}
export function chooseNode(machine: Machine): { package?: string; refusal?: string };
