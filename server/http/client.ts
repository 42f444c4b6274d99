import { isIPv6 } from 'node:net'
import type { Context } from 'hono'
import type { Client } from './routes.ts'

const LOOPBACK = /^(::1|(::ffff:)?127\.)/

/**
 * Who is at the other end. Behind a proxy on this machine it is the last address that the proxy vouches for;
 * from anywhere else `X-Forwarded-For` is only a claim.
 */
export function clientOf(c: Context): Omit<Client, 'deviceKey'> {
  const env = c.env as { incoming?: { socket?: { remoteAddress?: string } } } | undefined
  const remote = env?.incoming?.socket?.remoteAddress ?? 'unknown'
  const forwarded = c.req.header('x-forwarded-for')?.split(',').at(-1)?.trim()
  return {
    address: networkOf(LOOPBACK.test(remote) && forwarded ? forwarded : remote),
    device: deviceOf(c.req.header('user-agent') ?? ''),
  }
}

/** A household is given a whole /64 of IPv6: each of its addresses would otherwise count as somebody new. */
export function networkOf(address: string): string {
  if (!isIPv6(address) || address.startsWith('::ffff:')) return address
  const [head = '', tail] = address.split('%')[0]!.split('::')
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

/** 「iPhone・Safari」: enough for a person to recognise their own device, and no more. */
export function deviceOf(userAgent: string): string {
  const find = (list: readonly (readonly [RegExp, string])[]) =>
    list.find(([pattern]) => pattern.test(userAgent))?.[1]
  return [find(SYSTEMS), find(BROWSERS)].filter(Boolean).join('・') || '不明な端末'
}
