import { BlockList, isIPv6 } from 'node:net'
import type { Context } from 'hono'
import type { Client } from './routes.ts'

const LOOPBACK = /^(::1|(::ffff:)?127\.)/

/** Predicate of trusted proxies: this machine, and these networks (`172.30.0.0/24`, `10.0.0.9`). */
export function trusted(networks: string[]): (address: string) => boolean {
  const list = new BlockList()
  for (const network of networks) {
    const [address = '', bits] = network.split('/')
    const family = isIPv6(address) ? 'ipv6' : 'ipv4'
    list.addSubnet(address, Number(bits ?? (family === 'ipv6' ? 128 : 32)), family)
  }
  return (address) => {
    const plain = address.replace(/^::ffff:/, '')
    return LOOPBACK.test(address) || list.check(plain, isIPv6(plain) ? 'ipv6' : 'ipv4')
  }
}

const onlyThisMachine = trusted([])

interface Env {
  incoming?: { socket?: { remoteAddress?: string } }
  trusts?: (address: string) => boolean
}

/**
 * Address and device of the client. Behind a trusted proxy it is the last address that the proxy added; from any
 * other peer `X-Forwarded-For` is ignored.
 */
export function clientOf(c: Context): Omit<Client, 'deviceKey'> {
  const env: Env | undefined = c.env
  const trusts = env?.trusts ?? onlyThisMachine
  const remote = env?.incoming?.socket?.remoteAddress ?? 'unknown'
  const forwarded = c.req.header('x-forwarded-for')?.split(',').at(-1)?.trim()
  return {
    address: networkOf(trusts(remote) && forwarded ? forwarded : remote),
    device: deviceOf(c.req.header('user-agent') ?? ''),
  }
}

/**
 * Throttle key of an address: IPv6 by its /64, since a household gets a whole one and could use any address in it.
 */
export function networkOf(address: string): string {
  if (!isIPv6(address) || address.startsWith('::ffff:')) return address
  const [plain = address] = address.split('%')
  const [head = '', tail] = plain.split('::')
  const groups = (text: string | undefined) => (text ? text.split(':') : [])
  const missing = 8 - groups(head).length - groups(tail).length
  const all = [...groups(head), ...Array<string>(Math.max(0, missing)).fill('0'), ...groups(tail)]
  return `${all.slice(0, 4).join(':')}::/64`
}

const SYSTEMS = [
  [/iPhone/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/Android/, 'Android'],
  [/CrOS/, 'ChromeOS'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'Mac'],
  [/Linux/, 'Linux'],
] as const
const BROWSERS = [
  [/Edg\//, 'Edge'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/CriOS\/|Chrome\//, 'Chrome'],
  [/Safari\//, 'Safari'],
] as const

/** 「iPhone・Safari」: enough for users to recognize their own device. */
export function deviceOf(userAgent: string): string {
  const find = (list: readonly (readonly [RegExp, string])[]) =>
    list.find(([pattern]) => pattern.test(userAgent))?.[1]
  return [find(SYSTEMS), find(BROWSERS)].filter(Boolean).join('・') || '不明な端末'
}
