-- The server's own statement finds who asks (decision 306); the view and the function it reads are made from the schemas.
grant usage on schema private to authenticator;
