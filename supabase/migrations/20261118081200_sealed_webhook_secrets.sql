alter table private.webhook_secrets
  alter column secret drop not null,
  add column sealed text,
  add constraint webhook_secrets_sealed_form check (sealed ~ '^sealed1\.' and char_length(sealed) <= 500),
  add constraint webhook_secrets_sealed_or_not check (num_nonnulls(secret, sealed) = 1);
create index webhook_secrets_to_seal on private.webhook_secrets (created_at) where secret is not null;
