/** Mails about what an operator has suspended, and what goes on. `reason`: the operator's words, to the person alone. */
export type SuspensionEmail =
  | { letter: 'accountSuspended' | 'accountRestored'; reason: string; at: string }
  /** To the room's owner. */
  | { letter: 'roomSuspended' | 'roomRestored'; title: string; reason: string; at: string }
  /** To its members, and to those who hold tickets. */
  | { letter: 'roomHeld' | 'roomBack'; title: string }
