import type { Value } from './form.ts'
import { integer, list, type Read, range, readShape, type Shape, text } from './params.ts'
import type { Scope } from './scope.ts'

/** Who may call with a publishable key, and what else they must show. */
export type Browser = 'never' | 'freely' | 'with_client_secret'

export interface Call<P> {
  /** What stands in the path for `:id`, `:item` … */
  id: string
  params: P
  /** False for a browser, which is told less. */
  trusted: boolean
}

export interface Operation {
  method: 'GET' | 'POST' | 'DELETE'
  /** `/v1/charges/:id`. */
  path: string
  browser: Browser
  /** The parameters that it takes. */
  names: string[]
  matches(path: string): string | null
  run(scope: Scope, id: string, given: { [key: string]: Value }, trusted: boolean): Run
}
export interface Run {
  expand: string[]
  /** Called once the parameters are found good: from here on, what happens is kept under the key. */
  work(): object
}

const everywhere = { expand: list(text) }
const secret = { client_secret: text, key: text, _stripe_account: text }

export function operation<S extends Shape>(
  method: Operation['method'],
  path: string,
  of: S,
  work: (scope: Scope, call: Call<Read<S>>) => object,
  browser: Browser = 'never',
): Operation {
  const pattern = new RegExp(`^${path.replace(/:\w+/, '([^/]+)')}$`)
  const whole: Shape = { ...of, ...everywhere, ...(browser === 'never' ? {} : secret) }
  return {
    method,
    path,
    browser,
    names: Object.keys(whole),
    matches: (asked) => {
      const found = pattern.exec(asked)
      return found && decodeURIComponent(found[1] ?? '')
    },
    run(scope, id, given, trusted) {
      const params = readShape(whole, given)
      return {
        expand: (params.expand as string[] | undefined) ?? [],
        work: () => work(scope, { id, params: params as unknown as Read<S>, trusted }),
      }
    },
  }
}

const paging = { limit: integer, starting_after: text, ending_before: text }
export const listShape = <S extends Shape>(of: S) => ({ ...paging, created: range, ...of })
/** Of those lists that cannot be cut by time. */
export const timelessListShape = <S extends Shape>(of: S) => ({ ...paging, ...of })
