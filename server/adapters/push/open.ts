import type { lookup } from 'node:dns'
import type { Config } from '#server/config/config.ts'
import type { Push, VapidKeys } from '#server/ports/push.ts'
import { endpointRules } from './endpoint.ts'
import { fcm } from './fcm.ts'
import { poster } from './post.ts'
import { webPush } from './web-push.ts'

/** A push service that says nothing for so long is taken for dead. */
const PATIENCE_MS = 10_000
const FCM = 'fcm'

interface Outside {
  keys: () => Promise<VapidKeys>
  now: () => Date
  patienceMs?: number
  resolve?: typeof lookup
}

/** Both ways to a browser: its own push service, and Firebase where it is configured. */
export function openPush(config: Config, outside: Outside): Push {
  const { keys, now, patienceMs = PATIENCE_MS, resolve } = outside
  const { firebase, contact, hosts, allowHosts } = config.push
  const named = resolve && { resolve }
  const post = poster()
  const rules = endpointRules({ more: hosts, free: allowHosts, ...named })
  const browsers = webPush({ rules, keys, contact, post, patienceMs, now, ...named })
  const devices =
    firebase && fcm({ account: firebase.account, api: firebase.api, post, patienceMs, now })
  return {
    services: [...rules.services, ...(devices ? [FCM] : [])],
    serviceOf: (target) =>
      target.kind === 'webpush' ? rules.serviceOf(target.endpoint) : devices && FCM,
    publicKey: async () => (await keys()).publicKey,
    allows: async (target) =>
      target.kind === 'webpush' ? browsers.allows(target) : devices !== null,
    async send(target, message, signal) {
      if (target.kind === 'webpush') return browsers.send(target, message, signal)
      return devices ? devices.send(target, message, signal) : { at: 'gone' }
    },
  }
}
