this is no migration;
