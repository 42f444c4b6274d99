/** Gates of one ticket. */
export const GATES_MAX = 30
export const GATE_NAME_MAX = 20
/** Gate log: lines per request, and length of a reason. */
export const GATE_LOG_BATCH = 100
export const GATE_REASON_MAX = 60
/** How long an action at a gate can be undone on the same phone. */
export const UNDO_MS = 15 * 60_000
/** Age at which a cached bundle shows a warning at the gate. */
export const BUNDLE_STALE_MS = 60 * 60_000
/** How often an online gate sends its log and fetches news. */
export const GATE_SYNC_MS = 10_000
/** How long after the end of entry a gate can look up a ticket's holder. */
export const HOLDER_NAMED_MS = 24 * 60 * 60_000
