import { LOGIN_TRIES } from '#contract/limits.ts'
import { TOO_MANY_LOGINS } from '#contract/messages.ts'
import type { Deps } from '#server/deps.ts'
import { sharedThrottle } from '#server/http/throttle.ts'
import type { Tries } from './password.ts'

const OWNERS_MAX = 20_000

/**
 * Wrong logins, counted for where they come from and for the account they are after. An address from which somebody
 * came into the account, or set its password by a mailed link, is counted apart: strangers who try out an account's
 * passwords lock out strangers, not its owner.
 */
export function loginTries(deps: Pick<Deps, 'clock' | 'bus' | 'config'>, what = 'logins') {
  const throttle = sharedThrottle(deps, what, LOGIN_TRIES)
  const owners = new Set<string>()
  const at = (account: string, address: string) => `${account} at ${address}`

  return {
    of(account: string, address: string): Tries {
      const own = at(account, address)
      const keys = [`address ${address}`, owners.has(own) ? `owner ${own}` : `account ${account}`]
      return {
        check: () => {
          for (const key of keys) throttle.check(key, TOO_MANY_LOGINS)
        },
        count: () => {
          for (const key of keys) throttle.count(key, TOO_MANY_LOGINS)
        },
      }
    },
    remember(account: string, address: string) {
      if (owners.size >= OWNERS_MAX) owners.delete(owners.values().next().value!)
      owners.add(at(account, address))
    },
  }
}
export type LoginTries = ReturnType<typeof loginTries>
