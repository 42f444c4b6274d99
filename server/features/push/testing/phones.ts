import { push } from '#contract/push/calls.ts'
import { type PushService, startPushService } from '#server/testing/push-service.ts'
import { createWorld } from '#server/testing/world.ts'

type World = Awaited<ReturnType<typeof createWorld>>

/** A world connected to a real push service on this machine, returned as `service`. */
export async function createPushDevice(
  database: Parameters<typeof createWorld>[0],
  env: Record<string, string> = {},
  outside: Parameters<typeof createWorld>[4] = {},
) {
  const service = await startPushService()
  const hosts = [service.host, env.PUSH_ALLOW_HOSTS].filter(Boolean).join(',')
  const testEnv = { ...env, PUSH_ALLOW_HOSTS: hosts }
  const world = await createWorld(database, testEnv, undefined, undefined, outside)
  return { world, service }
}

/** Registers a phone of `user` with a session of its own. */
export async function addPhone(world: World, service: PushService, user: string, name = user) {
  const call = world.as(user)
  const subscription = service.subscribe(name)
  const { id } = await call(push.addToken, { body: { kind: 'webpush', subscription } })
  return { id, call, subscription }
}
