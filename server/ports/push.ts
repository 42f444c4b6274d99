/** Push endpoint of a browser. */
export type Target =
  | { kind: 'webpush'; endpoint: string; keys: { p256dh: string; auth: string } }
  | { kind: 'fcm'; token: string }

export interface PushMessage {
  /** JSON for our service worker; encrypted in transit. */
  payload: string
  /** Time in seconds for which a push service stores it for an offline device. */
  ttlS: number
  /** A newer message with this topic replaces one that is not delivered yet: at most 32 characters of base64url. */
  topic: string
  urgency: 'low' | 'normal' | 'high'
}

/** Result of a push service. */
export type PushOutcome =
  | { at: 'taken' }
  /** The subscription no longer exists. */
  | { at: 'gone' }
  /** `afterMs`: from `Retry-After`, if any. */
  | { at: 'later'; why: string; afterMs: number | null }
  /** A retry is useless. */
  | { at: 'refused'; why: string }

export interface Push {
  /** Each service has its own queue, so that a failing one does not delay the others. */
  services: string[]
  /** Null if we do not send to it. */
  serviceOf: (target: Target) => string | null
  /** VAPID public key for browsers: base64url. */
  publicKey: () => Promise<string>
  /** Whether the endpoint is allowed: by its URL, and by the addresses that it resolves to now. */
  allows: (target: Target) => Promise<boolean>
  /** Never throws because of a push service. */
  send: (target: Target, message: PushMessage, signal: AbortSignal) => Promise<PushOutcome>
}

/** A P-256 key pair, base64url: the public key as an uncompressed point. */
export interface VapidKeys {
  publicKey: string
  privateKey: string
}
