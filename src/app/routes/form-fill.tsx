import { FormFillScreen } from '@/features/form-fill/form-fill-screen';

export function Component() {
  return <FormFillScreen />;
}
