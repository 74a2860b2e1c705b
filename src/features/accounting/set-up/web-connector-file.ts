import { escapeXml } from '@/lib/files/escape-xml';

export interface WebConnectorFile {
  /** Of the server that the Web Connector asks. */
  serverUrl: string;
  userName: string;
  /** The same for a connection for ever: by it the Web Connector knows the application again. */
  fileId: string;
  companyName: string;
}

/** The same for every installation: QuickBooks files what an application stores under it. */
const OWNER_ID = '{6b3f7d0c-5a41-4b8e-9d27-2f6c1e8a4b95}';
const MINUTES_BETWEEN_UPDATES = 30;

/** The `.qwc` file that adds an application to the QuickBooks Web Connector. No secret is in it. */
export function writeWebConnectorFile(file: WebConnectorFile): string {
  const { serverUrl, userName, fileId, companyName } = file;
  const fields = {
    AppName: `Chalkline - ${companyName}`,
    AppID: '',
    AppURL: `${serverUrl}/quickbooks/desktop`,
    AppDescription: 'Sends approved time to QuickBooks',
    AppSupport: serverUrl,
    UserName: userName,
    OwnerID: OWNER_ID,
    FileID: `{${fileId}}`,
    QBType: 'QBFS',
  };
  const lines = Object.entries(fields).map(
    ([name, text]) => `  <${name}>${escapeXml(text)}</${name}>`,
  );
  return [
    '<?xml version="1.0"?>',
    '<QBWCXML>',
    ...lines,
    `  <Scheduler><RunEveryNMinutes>${MINUTES_BETWEEN_UPDATES}</RunEveryNMinutes></Scheduler>`,
    '  <IsReadOnly>false</IsReadOnly>',
    '</QBWCXML>',
    '',
  ].join('\r\n');
}

/** The Web Connector refuses any other address. */
export function isAcceptedAddress(serverUrl: string): boolean {
  const { protocol, hostname } = new URL(serverUrl);
  return protocol === 'https:' || hostname === 'localhost';
}
