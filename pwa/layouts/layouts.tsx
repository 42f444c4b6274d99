import { type ComponentType, lazy, type ReactNode } from 'react'
import { DefaultLayout } from './DefaultLayout.tsx'

export interface LayoutProps {
  children: ReactNode
}

interface LayoutPart {
  Layout: ComponentType<LayoutProps>
  /** Fetches its code; the same promise each time. */
  preload: () => Promise<unknown>
  /** The module in Vite's manifest; null for what is part of the first load. */
  module: string | null
}

function later<N extends string>(
  name: N,
  load: () => Promise<Record<N, ComponentType<LayoutProps>>>,
): LayoutPart {
  let loading: Promise<{ default: ComponentType<LayoutProps> }> | undefined
  const preload = () => {
    loading ??= load().then((module) => ({ default: module[name] }))
    return loading
  }
  return { Layout: lazy(preload), preload, module: `layouts/${name}.tsx` }
}

/** Every layout of the product; all but the default one are fetched with the first page that uses them. */
export const layouts = {
  default: { Layout: DefaultLayout, preload: () => Promise.resolve(), module: null },
  account: later('AccountLayout', () => import('./AccountLayout.tsx')),
  'account-follow': later('FollowLayout', () => import('./FollowLayout.tsx')),
  event: later('EventLayout', () => import('./EventLayout.tsx')),
  help: later('HelpLayout', () => import('./HelpLayout.tsx')),
  room: later('RoomLayout', () => import('./RoomLayout.tsx')),
  /** A page of a room that is not one of its tabs. */
  community: later('CommunityLayout', () => import('./CommunityLayout.tsx')),
  unsigned: later('UnsignedLayout', () => import('./UnsignedLayout.tsx')),
  'no-header': later('NoHeaderLayout', () => import('./NoHeaderLayout.tsx')),
  legal: later('LegalLayout', () => import('./LegalLayout.tsx')),
} satisfies Record<string, LayoutPart>

export type LayoutName = keyof typeof layouts
