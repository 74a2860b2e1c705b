-- Rows a new database begins with, written by `npm run db -- schemas`.

insert into storage.buckets (id, name, public, file_size_limit, allowed_mime_types) values
  ('avatars', 'avatars', 'f', '5242880', '{image/jpeg,image/png,image/webp}'),
  ('bulletins', 'bulletins', 'f', '20971520', '{image/jpeg,image/png,image/webp,application/pdf}')
on conflict (id) do nothing;

select cron.schedule('audit-links', '* * * * *', 'select private.link_waiting_audit_events()');

select cron.schedule('budget_alerts', '23 * * * *', 'select private.send_budget_alerts()');

select cron.schedule('forget-locations', '17 * * * *', 'select private.forget_locations()');

select cron.schedule('notifications', '*/5 * * * *', 'select private.send_notifications()');

select cron.schedule('unsigned-timesheets', '41 * * * *', 'select private.find_unsigned_timesheets()');

insert into private.notification_secret (secret) values (extensions.gen_random_bytes(32));
