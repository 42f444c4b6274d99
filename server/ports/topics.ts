/** Bus topic with a person's id: their rights changed (a ticket, membership, role or ban). */
export const RIGHTS_CHANGED = 'rights-changed'
/** Bus topic with an event's id: its state, settings or archive changed. */
export const EVENT_CHANGED = 'event-changed'
/** Bus topic with a broadcast's id: its files were deleted early. */
export const RECORDING_GONE = 'recording-gone'
/** Bus topic: the banned words changed. */
export const WORDS_CHANGED = 'words-changed'
/** Bus topic: a feature switch or the site notice changed. */
export const SWITCHES_CHANGED = 'switches-changed'
/** Bus topic with a legal text's slug: it has a new version. */
export const TEXT_CHANGED = 'text-changed'
