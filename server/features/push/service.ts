// A person's browsers registered for notifications.

import { PUSH_DEVICES_MAX, PUSH_TESTS } from '#contract/push/limits.ts'
import {
  PUSH_ANOTHERS,
  PUSH_NO_DEVICE,
  PUSH_REFUSED,
  PUSH_TESTED,
  TOO_MANY_PUSH_TESTS,
} from '#contract/push/messages.ts'
import type { Write } from '#server/db/group.ts'
import { transact } from '#server/db/transact.ts'
import { ApiError, invalid } from '#server/http/api-error.ts'
import { isoNow } from '#server/ports/clock.ts'
import type { Target } from '#server/ports/push.ts'
import type { Deps, Viewer } from '#server/process/deps.ts'
import { markMatterRead } from './list-queries.ts'
import { matterOfKey, notifyPeople } from './notifier.ts'
import * as query from './queries.ts'
import { rowOf } from './target.ts'

type TargetInput =
  | {
      kind: 'webpush'
      subscription: Pick<Extract<Target, { kind: 'webpush' }>, 'endpoint' | 'keys'>
    }
  | { kind: 'fcm'; token: string }

const targetOf = (input: TargetInput): Target =>
  input.kind === 'fcm' ? input : { kind: 'webpush', ...input.subscription }

export const getKey = async ({ push }: Deps) => ({ vapid_public_key: await push.publicKey() })

export async function list({ db }: Deps, viewer: Viewer) {
  const rows = await query.listDevices(db, viewer.id)
  return rows.map(({ session_id, ...row }) => ({
    ...row,
    current: session_id === viewer.sessionId,
  }))
}

export async function add(deps: Deps, viewer: Viewer, input: TargetInput) {
  const target = targetOf(input)
  if (!(await deps.push.allows(target)))
    throw invalid({ [input.kind === 'fcm' ? 'token' : 'subscription']: [PUSH_REFUSED] })
  return transact(deps.db, async (tx) => {
    const put = await query.putToken(tx, {
      id: deps.newId(),
      user_id: viewer.id,
      session_id: viewer.sessionId,
      ...rowOf(target),
      created_at: isoNow(deps),
      confirmed_at: null,
      tried_at: null,
      outcome: null,
    })
    if (!put) throw new ApiError(409, PUSH_ANOTHERS)
    await query.dropOldTokens(tx, viewer.id, PUSH_DEVICES_MAX)
    return put
  })
}

export async function remove(
  { db }: Deps,
  viewer: Viewer,
  input: { endpoint: string } | { token: string },
) {
  const endpoint = 'endpoint' in input ? input.endpoint : input.token
  await query.dropOwnToken(db, viewer.id, endpoint)
}

/** Sends a test notification to the requesting browser. */
export async function test(deps: Deps, viewer: Viewer) {
  deps.throttles.own('push tests', PUSH_TESTS).count(viewer.id, TOO_MANY_PUSH_TESTS)
  const until = new Date(deps.clock.now().getTime() + PUSH_TESTS.perMs).toISOString()
  const request = {
    about: deps.newId(),
    notice: { notice: 'test' },
    until,
    bypassQuietHours: true,
  } as const
  const sent = await transact(deps.db, (tx) =>
    notifyPeople(deps, tx, [viewer.id], request, viewer.sessionId),
  )
  if (sent === 0) throw new ApiError(409, PUSH_NO_DEVICE)
  return { message: PUSH_TESTED }
}

interface Confirmation {
  notice: string
  device: string
  opened?: boolean | undefined
}

/** Notes that a notification was shown, or opened. An unknown one gets the same response. */
export async function confirm(
  deps: Deps,
  write: Write,
  { notice: notificationId, device, opened = false }: Confirmation,
) {
  await write(async (tx) => {
    const at = isoNow(deps)
    const delivered = await query.noteDelivery(tx, notificationId, device, at)
    if (!delivered || !opened) return
    const { user_id, key } = delivered
    await markMatterRead(tx, user_id, matterOfKey(key, user_id), at)
  })
}
