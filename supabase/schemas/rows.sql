-- Rows a new database begins with, written by `npm run db -- schemas`.

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
  ('avatars', 'avatars', 'f', '5242880', '{image/jpeg,image/png,image/webp}'),
  ('bulletins', 'bulletins', 'f', '20971520', '{image/jpeg,image/png,image/webp,application/pdf}'),
  ('documents', 'documents', 'f', '104857600', '{application/pdf,image/jpeg,image/png,image/webp,image/gif,image/tiff,image/heic,image/heif,text/plain,text/csv,text/markdown,application/rtf,application/msword,application/vnd.openxmlformats-officedocument.wordprocessingml.document,application/vnd.ms-excel,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet,application/vnd.ms-powerpoint,application/vnd.openxmlformats-officedocument.presentationml.presentation,application/vnd.oasis.opendocument.text,application/vnd.oasis.opendocument.spreadsheet,application/zip,image/vnd.dwg,image/vnd.dxf,application/octet-stream}'),
  ('kiosk-photos', 'kiosk-photos', 'f', '524288', '{image/jpeg}'),
  ('photos', 'photos', 'f', '104857600', '{image/jpeg,image/png,image/webp,video/mp4,video/quicktime,video/webm}')
on conflict (id) do nothing;

select cron.schedule('audit-links', '* * * * *', 'select private.link_waiting_audit_events()');

select cron.schedule('budget_alerts', '23 * * * *', 'select private.send_budget_alerts()');

select cron.schedule('document-reminders', '13 * * * *', 'select private.send_document_reminders()');

select cron.schedule('expiring-certificates', '43 * * * *', 'select private.find_expiring_certificates()');

select cron.schedule('forget-imports', '23 * * * *', 'select private.forget_imports()');

select cron.schedule('forget-locations', '17 * * * *', 'select private.forget_locations()');

select cron.schedule('keep-past-pay', '* * * * *', 'select private.keep_past_pay()');

select cron.schedule('notifications', '*/5 * * * *', 'select private.send_notifications()');

select cron.schedule('purge-documents', '23 * * * *', 'select private.purge_documents()');

select cron.schedule('purge-kiosk-photos', '33 3 * * *', 'select private.purge_kiosk_photos()');

select cron.schedule('purge-photos', '23 3 * * *', 'select private.purge_photos()');

select cron.schedule('scheduled-reports', '*/5 * * * *', 'select private.send_scheduled_reports()');

select cron.schedule('unsigned-timesheets', '41 * * * *', 'select private.find_unsigned_timesheets()');

insert into private.notification_secret (secret) values (extensions.gen_random_bytes(32));
