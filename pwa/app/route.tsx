import { type ComponentType, lazy } from 'react'
import type { LayoutName } from '#pwa/layouts/layouts.tsx'
import type { Need } from '#pwa/lib/api.ts'
import type { GuardName } from './guards.ts'

type Params = Readonly<Record<string, string | undefined>>

export interface Route {
  path: string
  layout: LayoutName
  guards: GuardName[]
  Page: ComponentType
  /** Fetches the page's code; the same promise each time. */
  preload: () => Promise<unknown>
  /** The module in Vite's manifest. */
  module: string
  /** What the page needs. A route that says so and asks for no login is written out by the server. */
  needs?: (params: Params, search: URLSearchParams) => Need[]
  /** The member whom the device remembers may open it without a network. */
  kept?: true
}

interface RouteOptions {
  layout?: LayoutName
  guards?: GuardName[]
  needs?: Route['needs']
  kept?: Route['kept']
}

/** One URL: `name` is both the page's file in `pages/` and what it exports. */
export function route<N extends string>(
  path: string,
  name: N,
  load: () => Promise<Record<N, ComponentType>>,
  { layout = 'default', guards = [], needs, kept }: RouteOptions = {},
): Route {
  let loading: Promise<{ default: ComponentType }> | undefined
  const preload = () => {
    loading ??= load().then((module) => ({ default: module[name] }))
    return loading
  }
  return {
    path,
    layout,
    guards,
    Page: lazy(preload),
    preload,
    module: `pages/${name}.tsx`,
    ...(needs && { needs }),
    ...(kept && { kept }),
  }
}

/** A page for members. */
export const member: GuardName[] = ['member-authenticated']
