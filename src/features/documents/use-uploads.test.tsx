import { screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Button } from '@/components/ui/button';
import { UploadList } from '@/features/documents/components/upload-list';
import { useUploads } from '@/features/documents/use-uploads';
import { openPart, words } from '@/testing/open';

let arrive = () => {};
const store = () =>
  new Promise<void>((resolve) => {
    arrive = resolve;
  });

function Uploading() {
  const { uploads, add } = useUploads([], store);
  const target = { companyId: 'company', projectId: null, folderId: null };
  return (
    <>
      <Button onClick={() => add(target, [new File(['plan'], 'plan.txt')])}>Send</Button>
      <UploadList uploads={uploads} onRetry={() => {}} onClear={() => {}} />
    </>
  );
}

const closing = (): boolean =>
  !window.dispatchEvent(new Event('beforeunload', { cancelable: true }));

test('closing the page while a file is on its way is asked about, and only then', async () => {
  const { user } = await openPart(<Uploading />, { namespaces: ['documents'] });
  expect(closing()).toBe(false);
  await user.click(screen.getByRole('button', { name: 'Send' }));
  expect(await screen.findByText(words('documents:upload.stay'))).toBeVisible();
  expect(closing()).toBe(true);
  arrive();
  await waitFor(() => expect(screen.queryByText(words('documents:upload.stay'))).toBeNull());
  await waitFor(() => expect(closing()).toBe(false));
});
