import type { Migration } from './index.ts'

/** Index for the query of each minute: which doors open soon. */
export const entryReminders: Migration = () => `
create index digital_ticket_opening on digital_ticket (opens_at) where status = 'published';
`
