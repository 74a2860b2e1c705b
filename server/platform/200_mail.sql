-- Outgoing mail. A row is written in the same transaction as what causes the mail, so neither can
-- happen without the other; the servers sharing the database send it, each mail once.

create schema if not exists mail;
revoke all on schema mail from public;

create table if not exists mail.outbox (
  id uuid not null primary key default gen_random_uuid(),
  to_address text not null,
  template text not null,
  language text not null default 'en',
  data jsonb not null default '{}',
  link text,
  created_at timestamptz not null default now(),
  send_after timestamptz not null default now(),
  claimed_until timestamptz,
  attempts integer not null default 0,
  sent_at timestamptz,
  given_up_at timestamptz,
  last_error text,
  constraint outbox_template_check check (template ~ '^[a-z0-9_-]{1,80}$'),
  constraint outbox_address_check check (to_address ~ '^[^[:cntrl:][:space:],;<>"]+@[^[:cntrl:][:space:],;<>"@]+$')
);
comment on column mail.outbox.link is
  'Kind of single-use link the server makes when it sends the mail, so that no usable link is ever stored.';
comment on column mail.outbox.claimed_until is
  'A server that took the mail and died is given up on then, and another one sends it.';
alter table mail.outbox add column if not exists attachment jsonb;
comment on column mail.outbox.attachment is
  'What the project''s renderer needs to make a file when the mail is sent: "user_id", whose rights it is made with, and whatever the renderer asks for.';
alter table mail.outbox add column if not exists note_after timestamptz;
comment on column mail.outbox.note_after is
  'Set with the outcome, cleared when the function of the project (notifications.outcome in config.toml) has taken it.';
create index if not exists outbox_note_idx on mail.outbox (note_after) where note_after is not null;
create index if not exists outbox_due_idx on mail.outbox (send_after)
  where sent_at is null and given_up_at is null;
create index if not exists outbox_sent_at_idx on mail.outbox (sent_at) where sent_at is not null;

-- Without SMTP_URL mail is kept here, to be read at /dev/mail.
create table if not exists mail.captured (
  id uuid not null primary key,
  to_address text not null,
  subject text not null,
  text_body text not null,
  html_body text not null,
  links jsonb not null default '[]',
  created_at timestamptz not null default clock_timestamp()
);
alter table mail.captured add column if not exists file_name text,
  add column if not exists file_type text, add column if not exists file_content bytea;
create index if not exists captured_created_at_idx on mail.captured (created_at desc);

create or replace function mail.enqueue(
  to_param text,
  template_param text,
  language_param text,
  data_param jsonb default '{}',
  link_param text default null
) returns uuid
language plpgsql set search_path = '' as $$
declare
  new_id uuid;
begin
  insert into mail.outbox (to_address, template, language, data, link)
  values (lower(trim(to_param)), template_param, coalesce(language_param, 'en'),
    coalesce(data_param, '{}'), link_param)
  returning id into new_id;
  return new_id;
end
$$;
comment on function mail.enqueue(text, text, text, jsonb, text) is
  'Queues a mail; its words are in <SUPABASE_DIR>/templates/mails.<language>.json, or in files <template>.<language>.{subject.txt,txt,html} there.';

create or replace function mail.enqueue_with_file(
  to_param text,
  template_param text,
  language_param text,
  data_param jsonb,
  attachment_param jsonb
) returns uuid
language sql set search_path = '' as $$
  insert into mail.outbox (to_address, template, language, data, attachment)
  values (lower(trim(to_param)), template_param, coalesce(language_param, 'en'),
    coalesce(data_param, '{}'), attachment_param)
  returning id;
$$;
comment on function mail.enqueue_with_file(text, text, text, jsonb, jsonb) is
  'Queues a mail with a file, which the renderer of the project (mail.attachments in config.toml) makes when it is sent; templates know {{#attached}} and {{#not_attached}}.';

create or replace function mail.wake_servers() returns trigger
language plpgsql set search_path = '' as $$
begin
  perform pg_notify('mail_outbox', '');
  return null;
end
$$;
drop trigger if exists wake_servers on mail.outbox;
create trigger wake_servers after insert on mail.outbox
  for each statement execute function mail.wake_servers();

create or replace function mail.prune() returns void
language sql set search_path = '' as $$
  delete from mail.outbox where sent_at < now() - interval '30 days' or given_up_at < now() - interval '90 days';
  delete from mail.captured where created_at < now() - interval '30 days';
  delete from mail.captured where id in (select id from mail.captured order by created_at desc offset 2000);
$$;

revoke all on function mail.enqueue(text, text, text, jsonb, text) from public;
revoke all on function mail.enqueue_with_file(text, text, text, jsonb, jsonb) from public;
revoke all on function mail.wake_servers() from public;
revoke all on function mail.prune() from public;
