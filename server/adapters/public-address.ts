import type { lookup } from 'node:dns'
import { BlockList, isIP, type LookupFunction } from 'node:net'

/** Ranges that are not public (RFC 6890), and those that tunnel to others: 6to4, Teredo. */
const NOT_PUBLIC_V4 = [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16'],
  ...['172.16.0.0/12', '192.0.0.0/24', '192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16'],
  ...['198.18.0.0/15', '198.51.100.0/24', '203.0.113.0/24', '224.0.0.0/4', '240.0.0.0/4'],
]
const NOT_PUBLIC_V6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']

const listOf = (ranges: string[], family: 'ipv4' | 'ipv6') => {
  const list = new BlockList()
  for (const range of ranges) {
    const [net = '', bits] = range.split('/')
    list.addSubnet(net, Number(bits), family)
  }
  return list
}
const notPublic4 = listOf(NOT_PUBLIC_V4, 'ipv4')
const notPublic6 = listOf(NOT_PUBLIC_V6, 'ipv6')
/** All global unicast addresses allocated so far; excludes IPv4-mapped and IPv4-translated addresses. */
const global6 = listOf(['2000::/3'], 'ipv6')

/** Whether an address is public, and not in a private or reserved range. */
export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !notPublic4.check(address, 'ipv4')
    case 6:
      return global6.check(address, 'ipv6') && !notPublic6.check(address, 'ipv6')
    default:
      return false
  }
}

/** Whether a host name resolves to public addresses only. */
export const arePublic = (addresses: readonly { address: string }[]): boolean =>
  addresses.length > 0 && addresses.every(({ address }) => isPublicAddress(address))

/** A host name that resolves to no address, or to one that is not public. */
export class NotPublic extends Error {
  override name = 'NotPublic'
}

/** DNS lookup that fails unless all addresses are public. Used at connect time, which prevents DNS rebinding. */
export const publicLookup =
  (resolve: typeof lookup): LookupFunction =>
  (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return callback(error, '')
      const [first] = addresses
      if (!first || !arePublic(addresses)) return callback(new NotPublic('no public address'), '')
      if (options.all) return callback(null, addresses)
      return callback(null, first.address, first.family)
    })
  }
