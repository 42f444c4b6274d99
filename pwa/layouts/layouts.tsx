import { type ComponentType, lazy, type ReactNode } from 'react'
import { DefaultLayout } from './DefaultLayout.tsx'

export interface LayoutProps {
  children: ReactNode
}

interface LayoutPart {
  Layout: ComponentType<LayoutProps>
  /** Loads its code; the same promise each time. */
  preload: () => Promise<unknown>
  /** The module in Vite's manifest; null if it is part of the initial bundle. */
  module: string | null
}

function lazyLayout<N extends string>(
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

/** Every layout of the product; all but the default one are loaded on demand. */
export const layouts = {
  default: { Layout: DefaultLayout, preload: () => Promise.resolve(), module: null },
  'account-follow': lazyLayout('FollowLayout', () => import('./FollowLayout.tsx')),
  admin: lazyLayout('AdminLayout', () => import('./AdminLayout.tsx')),
  owner: lazyLayout('OwnerLayout', () => import('./OwnerLayout.tsx')),
  settings: lazyLayout('SettingsLayout', () => import('./SettingsLayout.tsx')),
  event: lazyLayout('EventLayout', () => import('./EventLayout.tsx')),
  inbox: lazyLayout('InboxLayout', () => import('./InboxLayout.tsx')),
  help: lazyLayout('HelpLayout', () => import('./HelpLayout.tsx')),
  room: lazyLayout('RoomLayout', () => import('./RoomLayout.tsx')),
  /** A room's page outside its tabs. */
  community: lazyLayout('CommunityLayout', () => import('./CommunityLayout.tsx')),
  unsigned: lazyLayout('UnsignedLayout', () => import('./UnsignedLayout.tsx')),
  'no-header': lazyLayout('NoHeaderLayout', () => import('./NoHeaderLayout.tsx')),
  legal: lazyLayout('LegalLayout', () => import('./LegalLayout.tsx')),
} satisfies Record<string, LayoutPart>

export type LayoutName = keyof typeof layouts
