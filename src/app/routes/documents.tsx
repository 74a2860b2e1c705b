import { DocumentsScreen } from '@/features/documents/documents-screen';

export function Component() {
  return <DocumentsScreen />;
}
