import { createECDH } from 'node:crypto'
import { lookup } from 'node:dns'
import { arePublic } from '../public-address.ts'

/** Where browsers let themselves be reached, by who makes them. `*.` stands for one name or several. */
const SERVICES: [service: string, hosts: string[]][] = [
  ['google', ['fcm.googleapis.com']],
  ['mozilla', ['*.push.services.mozilla.com']],
  ['apple', ['*.push.apple.com']],
  ['microsoft', ['*.notify.windows.com']],
]

const POINT_BYTES = 65
const AUTH_BYTES = 16

interface Rules {
  /** Names of further push services, held to the same rules. */
  more: string[]
  /** `host:port`, held to none of them: for tests. */
  free: string[]
  resolve?: typeof lookup
}

/** Which addresses notifications may be sent to: a browser says where, so anybody can say anything. */
export function endpointRules({ more, free, resolve = lookup }: Rules) {
  const known = [...SERVICES, ...more.map((host): [string, string[]] => [host, [host]])]

  /** The service that an address belongs to, by its text alone; null where it may not be sent to. */
  function serviceOf(endpoint: string): string | null {
    const url = URL.parse(endpoint)
    if (url?.protocol !== 'https:' || url.username || url.password) return null
    if (free.includes(url.host)) return url.host
    if (url.port !== '') return null // 443 is not spelled out
    const found = known.find(([, hosts]) => hosts.some((host) => fits(url.hostname, host)))
    return found?.[0] ?? null
  }

  return {
    services: [...known.map(([service]) => service), ...free],
    isFree: ({ host }: URL) => free.includes(host),
    serviceOf,
    /** And whether its name leads to public addresses alone, now. */
    async leadsOutside(endpoint: string): Promise<boolean> {
      const url = new URL(endpoint)
      if (free.includes(url.host)) return true
      return new Promise((done) =>
        resolve(url.hostname, { all: true }, (error, found) => done(!error && arePublic(found))),
      )
    },
  }
}
export type EndpointRules = ReturnType<typeof endpointRules>

const fits = (hostname: string, host: string) =>
  host.startsWith('*.') ? hostname.endsWith(host.slice(1)) : hostname === host

/** Whether these are a browser's keys: a point of P-256 and sixteen bytes (RFC 8291, 3.1 and 3.2). */
export function areKeys({ p256dh, auth }: { p256dh: string; auth: string }): boolean {
  const [point, secret] = [p256dh, auth].map((text) => Buffer.from(text, 'base64url'))
  if (point!.length !== POINT_BYTES || point![0] !== 4 || secret!.length !== AUTH_BYTES)
    return false
  const ours = createECDH('prime256v1')
  ours.generateKeys()
  try {
    ours.computeSecret(point!) // throws for what lies beside the curve
    return true
  } catch {
    return false
  }
}
