import * as z from 'zod'
import { PUSH_ENDPOINT_MAX } from './limits.ts'
import { Instant } from './shared.schema.ts'

const Endpoint = z.string().min(1).max(PUSH_ENDPOINT_MAX)
/** Base64url, some with the padding that browsers leave out. */
const Key = z.string().regex(/^[\w-]{20,100}={0,2}$/)

/** A browser as its `PushSubscription` spells itself. */
const Subscription = z.object({
  endpoint: Endpoint,
  keys: z.object({ p256dh: Key, auth: Key }),
})

export const PushDevice = z.object({
  id: z.string(),
  kind: z.enum(['webpush', 'fcm']),
  /** The browser, in words. */
  device: z.string(),
  /** Registered by the login that asks. */
  current: z.boolean(),
  created_at: Instant,
  tried_at: Instant.nullable(),
  /** What its push service made of the last one. */
  outcome: z.enum(['taken', 'later', 'refused']).nullable(),
  /** When it last told us that one had come. */
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
  confirm: { body: z.object({ notice: z.string().max(100), device: z.string().max(100) }) },
}
