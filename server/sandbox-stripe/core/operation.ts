import type { Value } from './form.ts'
import {
  integer,
  list,
  type Read,
  range,
  readFields,
  refuseUnknown,
  type Shape,
  text,
} from './params.ts'
import type { Scope } from './scope.ts'

/** Whether a publishable key may call it, and whether it needs a client secret. */
export type Browser = 'never' | 'freely' | 'with_client_secret'

export interface Call<P> {
  /** Path parameter of `:id`, `:item` … */
  id: string
  params: P
  /** False for a browser, which gets fewer fields. */
  trusted: boolean
}

export interface Operation {
  method: 'GET' | 'POST' | 'DELETE'
  /** `/v1/charges/:id`. */
  path: string
  browser: Browser
  /** Names of the accepted parameters. */
  names: string[]
  matches(path: string): string | null
  run(scope: Scope, id: string, input: { [key: string]: Value }, trusted: boolean): Run
}
export interface Run {
  expand: string[]
  /** Runs after validation; from here on the result is stored for the key. */
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
  const ofBrowser = browser === 'never' ? {} : secret
  const names = Object.keys({ ...of, ...everywhere, ...ofBrowser })
  return {
    method,
    path,
    browser,
    names,
    matches: (requestPath) => {
      const match = pattern.exec(requestPath)
      return match && decodeURIComponent(match[1] ?? '')
    },
    run(scope, id, input, trusted) {
      refuseUnknown(names, input)
      const params = readFields(of, input)
      const { expand = [] } = readFields(everywhere, input)
      readFields(ofBrowser, input)
      return { expand, work: () => work(scope, { id, params, trusted }) }
    },
  }
}

const paging = { limit: integer, starting_after: text, ending_before: text }
export const listShape = <S extends Shape>(of: S) => ({ ...paging, created: range, ...of })
/** Parameters of lists that cannot be filtered by time. */
export const timelessListShape = <S extends Shape>(of: S) => ({ ...paging, ...of })
