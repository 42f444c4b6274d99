import * as z from 'zod'
import { jsonOf } from '#server/db/json.ts'
import type { PushToken } from '#server/db/schema/system.ts'
import type { Target } from '#server/ports/push.ts'

const readKeys = jsonOf(z.object({ p256dh: z.string(), auth: z.string() }))

export const targetOf = ({
  kind,
  endpoint,
  keys,
}: Pick<PushToken, 'kind' | 'endpoint' | 'keys'>): Target =>
  kind === 'fcm' ? { kind, token: endpoint } : { kind, endpoint, keys: readKeys(keys) }

/** Canonical row of a target: equal targets have equal text. */
export const rowOf = (target: Target): Pick<PushToken, 'kind' | 'endpoint' | 'keys'> => {
  if (target.kind === 'fcm') return { kind: 'fcm', endpoint: target.token, keys: '{}' }
  const { p256dh, auth } = target.keys
  return { kind: 'webpush', endpoint: target.endpoint, keys: JSON.stringify({ p256dh, auth }) }
}
