import type { Migration } from './index.ts'

/** A type (券種) may count its tickets on its own: the text before their numbers, and its place among the series. */
export const numberSeries: Migration = () => `
alter table ticket_type add column number_prefix text;
alter table ticket_type add column number_series integer;
`
