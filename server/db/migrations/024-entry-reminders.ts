import type { Migration } from './index.ts'

/** Which doors open soon is asked each minute. */
export const entryReminders: Migration = () => `
create index digital_ticket_opening on digital_ticket (opens_at) where status = 'published';
`
