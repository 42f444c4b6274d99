import type { Migration } from './index.ts'

/** The lines of a talk by the time at which they were said, for the replay. */
export const talkTimes: Migration = () => `
create index talk_said on talk (event_id, created_at);
`
