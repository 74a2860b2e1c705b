-- It has one argument more now: how many requests of the minute it counts.
drop function if exists private.use_api_token(text, text, integer);
