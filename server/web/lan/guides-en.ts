import type { Guide } from './guide.ts';

/** `authority` is the name that systems show for it. */
export const guidesEn = (authority: string): readonly Guide[] => [
  {
    device: 'iphone',
    name: 'iPhone and iPad',
    download: { label: 'Download the profile', file: 'mobileconfig' },
    steps: [
      {
        text: 'Open this page in Safari, tap **Download the profile** and then **Allow**.',
        screen: {
          title: 'Safari',
          frame: 'phone',
          rows: [
            {
              label: 'This website is trying to download a configuration profile.',
              kind: 'text',
            },
            { label: 'Allow', kind: 'button', marked: true },
          ],
        },
      },
      {
        text: 'Open the **Settings** app and tap **Profile Downloaded** near the top.',
        screen: {
          title: 'Settings',
          frame: 'phone',
          rows: [
            { label: 'Profile Downloaded', marked: true },
            { label: 'Wi-Fi' },
            { label: 'General' },
          ],
        },
      },
      {
        text: 'Tap **Install**, enter your passcode and tap **Install** again. “Not Verified” is expected: the profile comes from your own company.',
        screen: {
          title: 'Install Profile',
          frame: 'phone',
          rows: [
            { label: authority, kind: 'text' },
            { label: 'Install', kind: 'button', marked: true },
          ],
        },
      },
      {
        text: `Go to **Settings › General › About › Certificate Trust Settings** (at the very bottom) and turn on **${authority}**. Without this switch it does not work.`,
        screen: {
          title: 'Certificate Trust Settings',
          frame: 'phone',
          rows: [
            { label: 'Enable full trust for root certificates', kind: 'text' },
            { label: authority, kind: 'on', marked: true },
          ],
        },
      },
    ],
  },
  {
    device: 'android',
    name: 'Android',
    download: { label: 'Download the certificate', file: 'crt' },
    steps: [
      {
        text: 'Open this page in Chrome and tap **Download the certificate**. If Chrome asks, tap **Keep**.',
      },
      {
        text: 'Open **Settings**, search for **CA certificate** and tap it. Without a search: **Security & privacy › More security settings › Encryption & credentials › Install a certificate**.',
        screen: {
          title: 'Install a certificate',
          frame: 'phone',
          rows: [
            { label: 'CA certificate', marked: true },
            { label: 'VPN & app user certificate' },
            { label: 'Wi-Fi certificate' },
          ],
        },
      },
      {
        text: 'Tap **Install anyway**, confirm with your PIN or fingerprint and choose the file you downloaded.',
        screen: {
          title: 'Your data won’t be private',
          frame: 'phone',
          rows: [
            { label: 'Don’t install', kind: 'button' },
            { label: 'Install anyway', kind: 'button', marked: true },
          ],
        },
      },
    ],
    note: 'Android’s warning is about authorities that may vouch for any website. This one cannot: it is limited to local networks. Use Chrome; Firefox for Android does not use installed certificates.',
  },
  {
    device: 'windows',
    name: 'Windows',
    download: { label: 'Download the certificate', file: 'crt' },
    steps: [
      {
        text: 'Open the downloaded file and click **Install Certificate…**. If your browser asks, choose **Keep** first.',
        screen: {
          title: 'Certificate',
          frame: 'window',
          rows: [
            { label: `Issued to: ${authority}`, kind: 'text' },
            { label: 'Install Certificate…', kind: 'button', marked: true },
          ],
        },
      },
      {
        text: 'Choose **Current User**, then **Place all certificates in the following store › Browse… › Trusted Root Certification Authorities**.',
        screen: {
          title: 'Certificate Import Wizard',
          frame: 'window',
          rows: [
            { label: 'Personal', kind: 'choice' },
            { label: 'Trusted Root Certification Authorities', kind: 'choice', marked: true },
            { label: 'Enterprise Trust', kind: 'choice' },
          ],
        },
      },
      { text: 'Click **Next**, **Finish** and, at the security warning, **Yes**.' },
    ],
  },
  {
    device: 'mac',
    name: 'Mac',
    download: { label: 'Download the certificate', file: 'crt' },
    steps: [
      {
        text: 'Open the downloaded file. Keychain Access adds it to the **login** keychain.',
      },
      {
        text: `In Keychain Access, open **login › Certificates** and double-click **${authority}**.`,
        screen: {
          title: 'Keychain Access',
          frame: 'window',
          rows: [
            { label: 'login › Certificates', kind: 'text' },
            { label: authority, marked: true },
          ],
        },
      },
      {
        text: 'Open **Trust**, set **When using this certificate** to **Always Trust**, close the window and enter your password.',
        screen: {
          title: authority,
          frame: 'window',
          rows: [
            { label: '▾ Trust', kind: 'text' },
            { label: 'When using this certificate: Always Trust', kind: 'choice', marked: true },
          ],
        },
      },
    ],
  },
  {
    device: 'linux',
    name: 'Linux and Firefox',
    download: { label: 'Download the certificate', file: 'crt' },
    steps: [
      {
        text: 'Chrome: open `chrome://certificate-manager`, then **Custom › Installed by you › Trusted Certificates › Import**.',
      },
      {
        text: 'Firefox: **Settings › Privacy & Security › View Certificates… › Authorities › Import…**, and check **Trust this CA to identify websites**.',
      },
    ],
  },
];
