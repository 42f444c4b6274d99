/** On the bus: a person's id, once what they may do somewhere has changed: a ticket, a membership, a role, a ban. */
export const RIGHTS_CHANGED = 'rights-changed'
/** On the bus: an event's id, once its state, its settings or its archive have changed. */
export const EVENT_CHANGED = 'event-changed'
/** On the bus: a broadcast's id, once its files are gone before anybody expected it. */
export const RECORDING_GONE = 'recording-gone'
/** On the bus: that the words which nobody may write are others now. */
export const WORDS_CHANGED = 'words-changed'
/** On the bus: a switch was turned, or the line over every page was changed. */
export const SWITCHES_CHANGED = 'switches-changed'
/** On the bus: a legal text's slug, once it has a new version. */
export const TEXT_CHANGED = 'text-changed'
