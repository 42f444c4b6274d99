/** Where one browser is reached. */
export type Target =
  | { kind: 'webpush'; endpoint: string; keys: { p256dh: string; auth: string } }
  | { kind: 'fcm'; token: string }

export interface PushMessage {
  /** JSON for our own worker; encrypted on its way. */
  payload: string
  /** Seconds that a push service keeps it for a device that is away. */
  ttlS: number
  /** A newer one of the same topic takes its place while the device is away: 32 letters of base64url at most. */
  topic: string
  urgency: 'low' | 'normal' | 'high'
}

/** What a push service made of it. */
export type Outcome =
  | { at: 'taken' }
  /** Nobody is there any more. */
  | { at: 'gone' }
  /** `afterMs`: when it told us to come back, if it did. */
  | { at: 'later'; why: string; afterMs: number | null }
  /** Asking again is no use. */
  | { at: 'refused'; why: string }

export interface Push {
  /** Each is sent to by itself, so that one which is dead keeps no other waiting. */
  services: string[]
  /** Null where it is none that we send to. */
  serviceOf: (target: Target) => string | null
  /** What browsers subscribe with: base64url. */
  publicKey: () => Promise<string>
  /** Whether we may send there: its address, and what that leads to now. */
  allows: (target: Target) => Promise<boolean>
  /** Never throws for what a push service does. */
  send: (target: Target, message: PushMessage, signal: AbortSignal) => Promise<Outcome>
}

/** A pair of P-256 keys, base64url: the public one as an uncompressed point. */
export interface VapidKeys {
  publicKey: string
  privateKey: string
}
