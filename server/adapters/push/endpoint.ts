import { createECDH } from 'node:crypto'
import { lookup } from 'node:dns'
import { arePublic } from '../public-address.ts'

/** Hosts of the browsers' push services. `*.` matches one or more labels. */
const SERVICES: [service: string, hosts: string[]][] = [
  ['google', ['fcm.googleapis.com']],
  ['mozilla', ['*.push.services.mozilla.com']],
  ['apple', ['*.push.apple.com']],
  ['microsoft', ['*.notify.windows.com']],
]

const POINT_BYTES = 65
const AUTH_BYTES = 16

interface Rules {
  /** Hosts of further push services, under the same rules. */
  more: string[]
  /** `host:port` of endpoints that skip the rules, for tests. */
  free: string[]
  resolve?: typeof lookup
}

/** Allowed push endpoints: a browser sends its endpoint, so it may be forged. */
export function endpointRules({ more, free, resolve = lookup }: Rules) {
  const known = [...SERVICES, ...more.map((host): [string, string[]] => [host, [host]])]

  /** The push service of an endpoint, by its URL alone; null if notifications may not be sent to it. */
  function serviceOf(endpoint: string): string | null {
    const url = URL.parse(endpoint)
    if (url?.protocol !== 'https:' || url.username || url.password) return null
    if (free.includes(url.host)) return url.host
    if (url.port !== '') return null // URL omits the default port 443.
    const service = known.find(([, hosts]) => hosts.some((host) => fits(url.hostname, host)))
    return service?.[0] ?? null
  }

  return {
    services: [...known.map(([service]) => service), ...free],
    isFree: ({ host }: URL) => free.includes(host),
    serviceOf,
    /** Whether the host of an allowed endpoint resolves to public addresses only. */
    async leadsOutside(endpoint: string): Promise<boolean> {
      const url = new URL(endpoint)
      if (free.includes(url.host)) return true
      return new Promise((done) =>
        resolve(url.hostname, { all: true }, (error, addresses) =>
          done(!error && arePublic(addresses)),
        ),
      )
    },
  }
}
export type EndpointRules = ReturnType<typeof endpointRules>

const fits = (hostname: string, host: string) =>
  host.startsWith('*.') ? hostname.endsWith(host.slice(1)) : hostname === host

/** Whether the keys are valid: a point on P-256 and a secret of 16 bytes (RFC 8291, 3.1 and 3.2). */
export function areKeys({ p256dh, auth }: { p256dh: string; auth: string }): boolean {
  const point = Buffer.from(p256dh, 'base64url')
  const secret = Buffer.from(auth, 'base64url')
  if (point.length !== POINT_BYTES || point[0] !== 4 || secret.length !== AUTH_BYTES) return false
  const ours = createECDH('prime256v1')
  ours.generateKeys()
  try {
    ours.computeSecret(point) // Throws if the point is not on the curve.
    return true
  } catch {
    return false
  }
}
