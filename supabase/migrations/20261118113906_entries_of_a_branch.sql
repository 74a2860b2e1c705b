drop function if exists private.entry_conditions(uuid, uuid, uuid, text, uuid, uuid);
