import type { Context } from 'hono'
import type { Client } from './routes.ts'

const LOOPBACK = /^(::1|(::ffff:)?127\.)/

/**
 * Who is at the other end. Behind a proxy on this machine it is the last address that the proxy vouches for;
 * from anywhere else `X-Forwarded-For` is only a claim.
 */
export function clientOf(c: Context): Client {
  const env = c.env as { incoming?: { socket?: { remoteAddress?: string } } } | undefined
  const remote = env?.incoming?.socket?.remoteAddress ?? 'unknown'
  const forwarded = c.req.header('x-forwarded-for')?.split(',').at(-1)?.trim()
  return {
    address: LOOPBACK.test(remote) && forwarded ? forwarded : remote,
    device: deviceOf(c.req.header('user-agent') ?? ''),
  }
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
