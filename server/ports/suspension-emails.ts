/** Emails about a suspension or its end. `reason`: the operator's text, for the affected person only. */
export type SuspensionEmail =
  | { letter: 'accountSuspended' | 'accountRestored'; reason: string; at: string }
  /** To the room's owner. */
  | { letter: 'roomSuspended' | 'roomRestored'; title: string; reason: string; at: string }
  /** To its members and ticket holders. */
  | { letter: 'roomHeld' | 'roomBack'; title: string }
