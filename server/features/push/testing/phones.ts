import { push } from '#contract/push.ts'
import { openPushService, type PushService } from '#server/testing/push-service.ts'
import { openWorld } from '#server/testing/world.ts'

type World = Awaited<ReturnType<typeof openWorld>>

/** A world whose notifications go to a real push service on this machine, which is `service`. */
export async function openNotified(
  database: Parameters<typeof openWorld>[0],
  env: Record<string, string> = {},
  outside: Parameters<typeof openWorld>[4] = {},
) {
  const service = await openPushService()
  const hosts = [service.host, env.PUSH_ALLOW_HOSTS].filter(Boolean).join(',')
  const given = { ...env, PUSH_ALLOW_HOSTS: hosts }
  const world = await openWorld(database, given, undefined, undefined, outside)
  return { world, service }
}

/** A phone of `user` that is notified: its login is one of its own. */
export async function addPhone(world: World, service: PushService, user: string, name = user) {
  const call = world.as(user)
  const subscription = service.subscribe(name)
  const { id } = await call(push.addToken, { body: { kind: 'webpush', subscription } })
  return { id, call, subscription }
}
