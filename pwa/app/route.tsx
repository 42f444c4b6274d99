import { type ComponentType, lazy } from 'react'
import type { LayoutName } from '#pwa/layouts/layouts.tsx'
import type { GuardName } from './guards.ts'

export interface Route {
  path: string
  layout: LayoutName
  guards: GuardName[]
  Page: ComponentType
  /** Fetches the page's code; the same promise each time. */
  preload: () => Promise<unknown>
  /** The module in Vite's manifest. */
  module: string
  /** Shown offline from the stored member's cache. */
  kept?: true
}

interface RouteOptions {
  layout?: LayoutName
  guards?: GuardName[]
  kept?: Route['kept']
}

/** Defines a route: `name` is both the page's file in `pages/` and its export. */
export function route<N extends string>(
  path: string,
  name: N,
  load: () => Promise<Record<N, ComponentType>>,
  { layout = 'default', guards = [], kept }: RouteOptions = {},
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
    ...(kept && { kept }),
  }
}

/** Guards of a page that needs a login. */
export const member: GuardName[] = ['member-authenticated']
