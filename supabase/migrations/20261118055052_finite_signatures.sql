select private.refuse_non_finite('private.signatures');
select private.refuse_non_finite('private.ledger_checks');
select private.refuse_non_finite('private.ledger_root_requests');
