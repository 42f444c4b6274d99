import * as z from 'zod'
import { Instant } from '../shared/shared.schema.ts'
import { PUSH_ENDPOINT_MAX } from './limits.ts'

const Endpoint = z.string().min(1).max(PUSH_ENDPOINT_MAX)
/** Base64url, optionally padded. */
const Key = z.string().regex(/^[\w-]{20,100}={0,2}$/)

/** A browser's `PushSubscription` as JSON. */
const Subscription = z.object({
  endpoint: Endpoint,
  keys: z.object({ p256dh: Key, auth: Key }),
})

export const PushDevice = z.object({
  id: z.string(),
  kind: z.enum(['webpush', 'fcm']),
  /** Name of the browser. */
  device: z.string(),
  /** Registered by the session that asks. */
  current: z.boolean(),
  created_at: Instant,
  tried_at: Instant.nullable(),
  /** Result of the last notification at its push service. */
  outcome: z.enum(['taken', 'later', 'refused']).nullable(),
  /** When it last confirmed the delivery of a notification. */
  confirmed_at: Instant.nullable(),
})

export const shapes = {
  getKey: { output: z.object({ vapid_public_key: z.string() }) },
  listTokens: { output: z.array(PushDevice) },
  addToken: {
    body: z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('webpush'), subscription: Subscription }),
      z.object({ kind: z.literal('fcm'), token: Endpoint }),
    ]),
    output: z.object({ id: z.string() }),
  },
  removeToken: { body: z.union([z.object({ endpoint: Endpoint }), z.object({ token: Endpoint })]) },
  testToken: { output: z.object({ message: z.string() }) },
  confirm: {
    body: z.object({
      notice: z.string().max(100),
      device: z.string().max(100),
      /** The user tapped it: its line in the list is read. */
      opened: z.boolean().optional(),
    }),
  },
}
