import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import type { Endpoint } from '../http/endpoint.ts'
import * as contract from '../index.ts'
import { isName } from '../shared/rules.ts'
import { RESERVED_NAMES } from './reserved.ts'

const root = new URL('../../../', import.meta.url)
const routes = new URL('pwa/app/routes/', root)
const firstSegments = (paths: string[]) =>
  new Set(paths.map((path) => path.split('/')[1]!).filter((segment) => /^[^:*]+$/.test(segment)))

const pages = firstSegments(
  readdirSync(routes).flatMap((file) =>
    [...readFileSync(new URL(file, routes), 'utf8').matchAll(/'(\/[^']*)'/g)].map(
      ([, path]) => path!,
    ),
  ),
)
const calls = firstSegments(
  Object.values(contract)
    .flatMap((word) => Object.values<Endpoint>(word))
    .map(({ path }) => path),
)
const files = readdirSync(new URL('public/', root)).map((file) => file.split('.')[0]!)

/** All first path segments and segments of room paths that the product uses, and the prefixes of API calls. */
const product =
  `404 about account admin api assets beginners callback community completed dashboard e_ticket event
  followers following gate help legal login media new news policy pre_password_config privacy reset_password
  reset_password_config results setting signup subscribe talk terms verify_mail healthz readyz metrics`.split(
    /\s+/,
  )

describe('reserved names', () => {
  it('test finds the pages and calls of the product', () => {
    expect(pages.size).toBeGreaterThan(20)
    expect(calls.size).toBeGreaterThan(10)
  })

  it.each([
    ['pages', [...pages]],
    ['calls', [...calls].map((call) => call.toLowerCase())],
    ['public files', files],
    ['the product', product],
  ])('include every first word of %s that is a valid handle', (_, words) => {
    expect(words.filter((word) => isName(word) && !RESERVED_NAMES.includes(word))).toEqual([])
  })

  it('are unique and valid handles', () => {
    expect(new Set(RESERVED_NAMES).size).toBe(RESERVED_NAMES.length)
    expect(RESERVED_NAMES.filter((name) => !/^[a-z0-9_]+$/.test(name))).toEqual([])
  })
})
