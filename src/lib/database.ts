// biome-ignore lint/suspicious/noExplicitAny: until the generated types of the schema exist.
export type Database = any;
