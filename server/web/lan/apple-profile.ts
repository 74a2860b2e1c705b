import type { X509Certificate } from 'node:crypto';
import { createHash } from 'node:crypto';
import { escapeHtml } from '../../mail/mail-template.ts';

/** A configuration profile with the authority. Its ids are the authority's: a second one replaces it. */
export function appleProfile(certificate: X509Certificate, name: string): string {
  const id = (part: string) => uuidFrom(`${certificate.fingerprint256} ${part}`);
  const content = certificate.raw.toString('base64').replaceAll(/.{1,60}/g, '      $&\n');
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
  <key>PayloadContent</key>
  <array>
    <dict>
      <key>PayloadCertificateFileName</key><string>authority.crt</string>
      <key>PayloadContent</key>
      <data>
${content}      </data>
      <key>PayloadDisplayName</key><string>${escapeHtml(name)}</string>
      <key>PayloadIdentifier</key><string>app.chalkline.lan.${id('certificate')}</string>
      <key>PayloadType</key><string>com.apple.security.root</string>
      <key>PayloadUUID</key><string>${id('certificate')}</string>
      <key>PayloadVersion</key><integer>1</integer>
    </dict>
  </array>
  <key>PayloadDisplayName</key><string>${escapeHtml(name)}</string>
  <key>PayloadIdentifier</key><string>app.chalkline.lan.${id('profile')}</string>
  <key>PayloadRemovalDisallowed</key><false/>
  <key>PayloadType</key><string>Configuration</string>
  <key>PayloadUUID</key><string>${id('profile')}</string>
  <key>PayloadVersion</key><integer>1</integer>
</dict>
</plist>
`;
}

function uuidFrom(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex').toUpperCase();
  return hex.slice(0, 32).replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-5$3-8$4-$5');
}
