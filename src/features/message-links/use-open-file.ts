import { downloadLinkFile } from '@/features/message-links/api/message-link';
import { downloadFile } from '@/lib/files/download';
import { useWrite } from '@/lib/use-write';

export interface LinkFiles {
  code: string;
  pass: string;
}

/** Opens a file of the link with what the phone opens such files with. */
export function useOpenFile({ code, pass }: LinkFiles, bucket: 'documents' | 'bulletins') {
  return useWrite({
    send: async ({ path, name }: { path: string; name: string }) => {
      const file = await downloadLinkFile(code, pass, bucket, path);
      downloadFile(name, file.type, file);
    },
  });
}
