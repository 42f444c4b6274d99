import type { lookup } from 'node:dns'
import type { Config } from '#server/config/config.ts'
import type { Push, VapidKeys } from '#server/ports/push.ts'
import { endpointRules } from './endpoint.ts'
import { Fcm } from './fcm.ts'
import { poster } from './post.ts'
import { webPush } from './web-push.ts'

/** Timeout of a request to a push service. */
const TIMEOUT_MS = 10_000
const FCM = 'fcm'

interface Outside {
  keys: () => Promise<VapidKeys>
  now: () => Date
  timeoutMs?: number
  resolve?: typeof lookup
}

/** Sends notifications through Web Push, and through Firebase if it is configured. */
export function createPush(config: Config, outside: Outside): Push {
  const { keys, now, timeoutMs = TIMEOUT_MS, resolve } = outside
  const { firebase, contact, hosts, allowHosts } = config.push
  const dnsOptions = resolve && { resolve }
  const post = poster()
  const rules = endpointRules({ more: hosts, free: allowHosts, ...dnsOptions })
  const browsers = webPush({ rules, keys, contact, post, timeoutMs, now, ...dnsOptions })
  const devices =
    firebase && new Fcm({ account: firebase.account, api: firebase.api, post, timeoutMs, now })
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
